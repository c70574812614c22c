import type { ContractRouterClient } from "@orpc/contract";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { authorize } from "~/core/authorize.server";
import type { viewsCalls } from "~/core/views/calls.server";
import { readListState, searchKind } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import type { invitedUserCalls } from "./calls.server";
import { answerInvitedUsersForm } from "./form.server";
import { invitedList } from "./list";
import { callsOfScreen, screenFunction } from "./screen-functions";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";
import { INVITATION_TABS, type InvitationState, type InvitationTab, STATES_OF_TAB } from "./states";
import type { InvitedUsersPageData } from "./ui/InvitedUsersPage";

/**
 * What a screen of invited users shows, from its address and the tab that it remembers in its cookie. What the cookie holds that is
 * no tab of this screen counts as nothing.
 * @returns the data, and the headers that remember the tab
 */
async function readInvitedUsersPage(
  request: Request,
  { views }: { views: ContractRouterClient<typeof viewsCalls> },
  calls: ContractRouterClient<ReturnType<typeof invitedUserCalls>>,
  audience: InvitedAudience,
): Promise<{ data: InvitedUsersPageData; headers: HeadersInit }> {
  const url = new URL(request.url);
  const list = invitedList(audience);
  const state = readListState(url, list);
  const { tab, headers } = await rememberTab(request, INVITED_SCREENS[audience].tabCookie, INVITATION_TABS);
  const only = stateIn(url, tab);
  const query = {
    query: { direction: state.direction, last_id: state.cursor, sort: state.sort, state: only as never },
    body: searchKind(state.search),
  };
  const [result, counts, options, saved] = await Promise.all([
    calls[tab](query),
    calls.counts(),
    calls.options(),
    views.list({ list: list.name }),
  ]);
  return { data: { tab, state, only, result, counts, mtd: options.mtd, views: saved.views }, headers };
}

const stateIn = (url: URL, tab: InvitationTab): InvitationState | undefined =>
  tab === "invited"
    ? STATES_OF_TAB.invited.find((state) => state === url.searchParams.get("state"))
    : undefined;

/** A screen of invited users for the route's loader. */
export const readScreen = (args: LoaderFunctionArgs, audience: InvitedAudience) =>
  authorize(args, screenFunction(audience), async ({ calls }) => {
    const screen = callsOfScreen(calls, audience);
    const page = await readInvitedUsersPage(args.request, calls, screen, audience);
    return data(page.data, { headers: page.headers });
  });

/** What its pages post. */
export const answerScreen = (args: ActionFunctionArgs, audience: InvitedAudience) =>
  authorize(args, screenFunction(audience), async ({ calls }) =>
    answerInvitedUsersForm(
      { screen: callsOfScreen(calls, audience), invitations: calls.invitations },
      await args.request.formData(),
    ),
  );
