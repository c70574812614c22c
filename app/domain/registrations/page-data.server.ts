import type { ContractRouterClient } from "@orpc/contract";
import type { agoraContract } from "~/domain/agora/contract";
import type { customersContract } from "~/domain/customers/contract";
import type { viewsContract } from "~/domain/views/contract";
import { type ListDeclaration, readListState, searchKind } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import type { registrationCalls } from "./contract";
import { ENDINGS } from "./expiry/expiry";
import { REGISTRATION_TABS } from "./status";
import type { RegistrationsPageData } from "./ui/RegistrationsPage";

/** The calls of the screen itself. */
type ScreenCalls = ContractRouterClient<ReturnType<typeof registrationCalls>>;

/** The calls that every such page makes. */
interface SharedCalls {
  agora: ContractRouterClient<typeof agoraContract>;
  customers: ContractRouterClient<typeof customersContract>;
  views: ContractRouterClient<typeof viewsContract>;
}

/**
 * What a screen of registrations shows, from its address and the tab that it remembers in `tabCookie`.
 * @returns the data, and the headers that remember the tab
 */
export async function readRegistrationsPage(
  request: Request,
  { agora, customers, views }: SharedCalls,
  screen: ScreenCalls,
  list: ListDeclaration,
  tabCookie: string,
): Promise<{ data: RegistrationsPageData; headers: HeadersInit }> {
  const url = new URL(request.url);
  const state = readListState(url, list);
  const { tab, headers } = await rememberTab(request, tabCookie, REGISTRATION_TABS);
  const ends = ENDINGS.find((ending) => ending === url.searchParams.get("ends"));
  const [result, counts, mirror, saved] = await Promise.all([
    screen.list({
      params: { status: tab },
      query: { direction: state.direction, last_id: state.cursor, sort: state.sort, ends },
      body: searchKind(state.search),
    }),
    screen.counts(),
    customers.mirror(),
    views.list({ list: list.name }),
  ]);
  // Approved people alone are synced.
  const ids = tab === "approved" ? result.rows.map(({ id }) => id) : null;
  const sync = ids && (await agora.states({ ids })).states;
  const now = new Date().toISOString();
  return { data: { tab, state, result, counts, mirror, ends, views: saved.views, sync, now }, headers };
}
