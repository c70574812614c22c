import type { ContractRouterClient } from "@orpc/contract";
import type { Texts } from "~/core/answer-call.server";
import { deletionNotice } from "~/core/audit/deletion.server";
import type { ContractsOf } from "~/core/function-entry";
import { readListPage } from "~/core/lists/numbered-page";
import { userTypesList } from "~/domain/invitations/user-types/list.server";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { type ListDeclaration, type ListResult, readListState, withKnownSort } from "~/platform/list";
import type { Notice } from "~/platform/notice";
import { rememberTab } from "~/platform/tab-memory.server";
import type { invitesCalls } from "./calls.server";
import { inviteCall, type invitesFunction } from "./function";
import type { SeveralChanged } from "./invited-user";
import { invitesList, registeredList } from "./list.server";
import { DELETED_USER_TYPES, FALLBACKS, INVITES_TABS, SHOWN_SECONDS } from "./messages";

/** Green for 5 seconds, red for 10. @param field shows a refusal, because the dialog covers the notice */
const failing = (fallback: string, field?: string) => ({
  texts: { fallback, field, seconds: SHOWN_SECONDS },
});

const textOf = ({ msg }: { msg: string }) => msg;

/** Without an email to anyone, the answer counts as a refusal, so that the same people stay selected. */
const bulkResult = ({ msg, ids, notSent, refused }: SeveralChanged, undo?: Notice["undo"]) => ({
  level: notSent.length + refused.length > 0 ? ("warning" as const) : ("success" as const),
  text: msg,
  undo,
  ...(ids.length > notSent.length && { accepted: true as const }),
});

/** The calls that the page posts, and what it says after them. */
export const inviteTexts: Texts<ContractsOf<typeof invitesFunction>> = {
  "invites.invite": {
    say: ({ msg, notSent }) => (notSent ? { level: "warning", text: msg, accepted: true } : msg),
    failure: failing(FALLBACKS.send, "email"),
  },
  "invites.resendMany": { say: (answer) => bulkResult(answer), failure: failing(FALLBACKS.send) },
  "invites.removeMany": {
    say(answer, input) {
      const list = input.list.filter(({ id }) => answer.undoable?.includes(id));
      const undo = { label: "Undo", call: inviteCall("invites.restoreMany", { list, isUndo: true }) };
      return bulkResult(answer, list.length > 0 ? undo : undefined);
    },
    failure: failing(FALLBACKS.remove),
  },
  "invites.restoreMany": { say: (answer) => bulkResult(answer), failure: failing(FALLBACKS.send) },
  "invites.exportUsers": {
    say: ({ msg, jobId }) => ({
      text: msg,
      link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
      job: { id: jobId, writesFile: true, failure: { text: FALLBACKS.exportUsers } },
    }),
    failure: failing(FALLBACKS.exportUsers),
  },
  "invites.userTypes.create": { say: textOf, failure: failing(FALLBACKS.createType, "name") },
  "invites.userTypes.change": { say: textOf, failure: failing(FALLBACKS.updateType, "name") },
  "invites.userTypes.remove": {
    say: ({ msg, userType, ...deletion }, { id }) =>
      deletionNotice(deletion, {
        done: msg,
        before: `The user type “${userType.name}” was already deleted`,
        undo: inviteCall("invites.userTypes.restore", { id, isUndo: true }),
      }),
    failure: failing(FALLBACKS.deleteType, "name"),
  },
  "invites.userTypes.restore": { say: textOf, failure: failing(FALLBACKS.createType, "name") },
  "invites.userTypes.setReadOnly": { say: textOf, failure: failing(FALLBACKS.updateType) },
};

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
      return { headers, data: { tab, ...(await readPeople(url, invites, registeredList.declaration, "1")) } };
    case "userTypes":
      return { headers, data: { tab, ...(await readUserTypes(url, invites, false)) } };
  }
}

async function readInvited(url: URL, invites: Invites) {
  const [people, userTypes] = await Promise.all([
    readPeople(url, invites, invitesList.declaration, "0"),
    readWithFallback(FALLBACKS.loadUserTypes, () => invites.userTypes.list()),
  ]);
  return { ...people, userTypes: userTypes.list };
}

async function readPeople<List extends ListDeclaration>(
  url: URL,
  invites: Invites,
  list: List,
  registered: "0" | "1",
) {
  const state = readListState(withKnownSort(url, list), list);
  const { search, sort } = state;
  const { pageSize } = list;
  const [hits, result] = await readWithFallback(FALLBACKS.loadInvites, () =>
    Promise.all([
      readHits(search, invites),
      readListPage(state.page ?? 1, pageSize, (page) =>
        invites.list({ registered, search, sort, page, pageSize }),
      ),
    ]),
  );
  return { list, state, hits, result: withIds(result, ({ customerID }) => customerID) };
}

async function readUserTypes(url: URL, invites: Invites, showsDeleted: boolean) {
  const state = readListState(withKnownSort(url, userTypesList), userTypesList);
  const { pageSize } = userTypesList;
  const [hits, result] = await readWithFallback(FALLBACKS.loadUserTypes, () =>
    Promise.all([
      showsDeleted ? undefined : readHits(state.search, invites),
      readListPage(state.page ?? 1, pageSize, (page) =>
        invites.userTypes.pages({ search: state.search, deleted: showsDeleted ? "1" : "0", page, pageSize }),
      ),
    ]),
  );
  const list = userTypesList.declaration;
  return { list, state, hits, showsDeleted, result: withIds(result, ({ userTypeID }) => String(userTypeID)) };
}

/** How many rows of each tab the page's search finds. */
async function readHits(search: string, invites: Invites) {
  if (!search) return undefined;
  const { invited, registered, userTypes } = await invites.hits({ search });
  return { invitedUsers: invited, registeredUsers: registered, userTypes };
}

/** Adds the `id` that `ui/ListPage` needs in each row. */
const withIds = <Row>(
  result: ListResult<Row>,
  idOf: (row: Row) => string,
): ListResult<Row & { id: string }> => ({
  ...result,
  rows: result.rows.map((row) => ({ ...row, id: idOf(row) })),
});
