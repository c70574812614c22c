import type { ContractRouterClient } from "@orpc/contract";
import { defineFunction } from "~/core/function-entry";
import type { importsCalls } from "~/core/imports/calls.server";
import type { viewsCalls } from "~/core/views/calls.server";
import { AUDIENCES } from "./audiences";
import type { invitationsCalls, invitedUserCalls } from "./calls.server";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";

/** The menu entry of a screen of invited users. */
export function screenFunction(audience: InvitedAudience) {
  const { name, path, menuName, description } = INVITED_SCREENS[audience];
  return defineFunction<{
    imports: typeof importsCalls;
    invitations: typeof invitationsCalls;
    views: typeof viewsCalls;
  }>({ name, path, menuName, description, permission: AUDIENCES[audience].flag, group: "people" });
}

/** The calls of one screen of invited users: its module has them under the screen's name. */
export const callsOfScreen = (calls: object, audience: InvitedAudience) =>
  (calls as Record<string, ContractRouterClient<ReturnType<typeof invitedUserCalls>>>)[
    INVITED_SCREENS[audience].name
  ] as ContractRouterClient<ReturnType<typeof invitedUserCalls>>;
