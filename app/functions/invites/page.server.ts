import type { ContractRouterClient } from "@orpc/contract";
import { readListPage } from "~/core/lists/numbered-page";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { type ListDeclaration, type ListResult, readListState, withKnownSort } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import type { invitesCalls } from "./calls.server";
import {
  DELETED_USER_TYPES,
  FALLBACKS,
  INVITES_TABS,
  invitesList,
  registeredList,
  userTypesList,
} from "./list";

type Invites = ContractRouterClient<typeof invitesCalls>;

/** The requested or remembered tab with its rows, or the deleted user types. */
export async function readInvitesPage(request: Request, invites: Invites) {
  const { tab, headers } = await rememberTab(request, "partnerTab", INVITES_TABS);
  const url = new URL(request.url);
  if (url.searchParams.get("tab") === DELETED_USER_TYPES)
    return { headers, data: { tab: "userTypes" as const, ...(await readUserTypes(url, invites, true)) } };
  switch (tab) {
    case "invitedUsers":
      return { headers, data: { tab, ...(await readInvited(url, invites)) } };
    case "registeredUsers":
      return { headers, data: { tab, ...(await readPeople(url, invites, registeredList, "1")) } };
    case "userTypes":
      return { headers, data: { tab, ...(await readUserTypes(url, invites, false)) } };
  }
}

async function readInvited(url: URL, invites: Invites) {
  const [people, userTypes] = await Promise.all([
    readPeople(url, invites, invitesList, "0"),
    readWithFallback(FALLBACKS.loadUserTypes, () => invites.userTypes.list()),
  ]);
  return { ...people, userTypes: userTypes.list };
}

async function readPeople(url: URL, invites: Invites, list: ListDeclaration, registered: "0" | "1") {
  const state = readListState(withKnownSort(url, list), list);
  const { search, sort } = state;
  const { pageSize } = list;
  const result = await readWithFallback(FALLBACKS.loadInvites, () =>
    readListPage(state.page ?? 1, pageSize, (page) =>
      invites.list({ registered, search, sort, page, pageSize }),
    ),
  );
  return { state, result: withIds(result, ({ customerID }) => customerID) };
}

async function readUserTypes(url: URL, invites: Invites, showsDeleted: boolean) {
  const state = readListState(withKnownSort(url, userTypesList), userTypesList);
  const { pageSize } = userTypesList;
  const result = await readWithFallback(FALLBACKS.loadUserTypes, () =>
    readListPage(state.page ?? 1, pageSize, (page) =>
      invites.userTypes.pages({ search: state.search, deleted: showsDeleted ? "1" : "0", page, pageSize }),
    ),
  );
  return { state, showsDeleted, result: withIds(result, ({ userTypeID }) => String(userTypeID)) };
}

/** Adds the `id` that `ui/ListPage` needs in each row. */
const withIds = <Row>(
  result: ListResult<Row>,
  idOf: (row: Row) => string,
): ListResult<Row & { id: string }> => ({
  ...result,
  rows: result.rows.map((row) => ({ ...row, id: idOf(row) })),
});
