import type { ContractRouterClient } from "@orpc/contract";
import { defineFunction, definePages } from "~/core/function-entry";
import type { importsCalls } from "~/core/imports/calls.server";
import { callsOf } from "~/core/page-call";
import type { viewsCalls } from "~/core/views/calls.server";
import type { PageCall } from "~/platform/page-call";
import { AUDIENCES } from "./audiences";
import type { invitationExportCalls, invitationsCalls, invitedUserCalls } from "./calls.server";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";

/** The menu entry of a screen of invited users. */
export function screenFunction(audience: InvitedAudience) {
  const { name, path, menuName, description, title } = INVITED_SCREENS[audience];
  return defineFunction<{
    imports: typeof importsCalls;
    invitations: typeof invitationsCalls;
    views: typeof viewsCalls;
  }>({
    name,
    path,
    menuName,
    description,
    permission: AUDIENCES[audience].flag,
    actions: [{ path: `${path}?tab=invited&new=1`, title: `Invite ${title.toLowerCase()}` }],
    group: "people",
  });
}

export type ScreenCalls = ReturnType<typeof invitedUserCalls>;

/** The calls of one screen of invited users: its module has them under the screen's name. */
export const callsOfScreen = (calls: object, audience: InvitedAudience) =>
  (calls as Record<string, ContractRouterClient<ScreenCalls>>)[
    INVITED_SCREENS[audience].name
  ] as ContractRouterClient<ScreenCalls>;

const callOfScreen = callsOf(definePages<ScreenCalls>(Object.values(AUDIENCES).map(({ flag }) => flag)));

/** A call of one screen as its page posts it. */
export function screenCall<Name extends keyof ScreenCalls>(
  audience: InvitedAudience,
  name: Name,
  input: Parameters<typeof callOfScreen<Name>>[1],
): PageCall {
  const { call, ...rest } = callOfScreen(name, input);
  return { ...rest, call: `${INVITED_SCREENS[audience].name}.${call}` };
}

/** A call about invitations of any audience, as the pages post it. */
export const invitationCall = callsOf(
  definePages<{ invitations: typeof invitationsCalls; exports: typeof invitationExportCalls }>(
    Object.values(AUDIENCES).map(({ flag }) => flag),
  ),
);
