import type { ContractRouterClient } from "@orpc/contract";
import { shownOf } from "~/core/lists/define-list.server";
import { mapPage } from "~/core/lists/list-query.server";
import type { viewsCalls } from "~/core/views/calls.server";
import type { customersCalls } from "~/domain/customers/calls.server";
import type { CustomerList } from "~/domain/customers/list-row.server";
import { readListState, searchKind } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import type { registrationCalls } from "./calls.server";
import { ENDINGS } from "./expiry/expiry";
import { PAGE_FIELDS } from "./registration-row.server";
import { REGISTRATION_TABS } from "./status";
import type { RegistrationsPageData } from "./ui/RegistrationsPage";

/** The screen's own calls. */
type ScreenCalls = ContractRouterClient<ReturnType<typeof registrationCalls>>;

/** The calls that every such page makes. */
interface SharedCalls {
  customers: ContractRouterClient<typeof customersCalls>;
  views: ContractRouterClient<typeof viewsCalls>;
}

/**
 * Loads a screen of registrations for its URL and the tab that `tabCookie` remembers.
 * @returns the data, and the headers that remember the tab
 */
export async function readRegistrationsPage(
  request: Request,
  { customers, views }: SharedCalls,
  screen: ScreenCalls,
  list: CustomerList,
  tabCookie: string,
): Promise<{ data: RegistrationsPageData; headers: HeadersInit }> {
  const url = new URL(request.url);
  const state = readListState(url, list);
  const { tab, headers } = await rememberTab(request, tabCookie, REGISTRATION_TABS);
  const ends = ENDINGS.find((ending) => ending === url.searchParams.get("ends"));
  const search = searchKind(state.search);
  const isNarrowed = state.search !== "" || ends !== undefined;
  const [result, counts, hits, mirror, saved] = await Promise.all([
    screen.list({
      params: { status: tab },
      query: { direction: state.direction, last_id: state.cursor, sort: state.sort, ends },
      body: search,
    }),
    screen.counts(),
    isNarrowed ? screen.hits({ query: { ends }, body: search }) : undefined,
    customers.mirror(),
    views.list({ list: list.name }),
  ]);
  const now = new Date().toISOString();
  const shown = mapPage(result, (row) => shownOf(list, row, PAGE_FIELDS));
  return {
    data: {
      list: list.declaration,
      tab,
      state,
      result: shown,
      counts,
      hits,
      mirror,
      ends,
      views: saved.views,
      now,
    },
    headers,
  };
}
