import { z } from "zod";
import { exportCalls, exportSort } from "~/core/exports/export-calls";
import { AUDIENCES } from "../audiences";
import { INVITED_SCREENS, type InvitedAudience } from "../screens";
import { type InvitationTab, STATES_OF_TAB } from "../states";

/** The query of a tab: the order, and optionally one state. */
const queryOf = (tab: InvitationTab) => {
  const states = STATES_OF_TAB[tab];
  const state = z.enum(states, `must be one of: ${states.join(", ")}`).optional();
  return { query: z.object({ sort: exportSort, state }).default({}) };
};

/** The exports of a screen of invited users: one file for each tab. */
function exportsOf(audience: InvitedAudience) {
  const { flag, noun } = AUDIENCES[audience];
  const { calls } = INVITED_SCREENS[audience];
  const callsOf = (tab: InvitationTab) =>
    exportCalls(flag, `/${calls}${tab}user/excelexport`, `${tab} ${noun.many}`, queryOf(tab));
  return { invited: callsOf("invited"), registered: callsOf("registered") };
}

/** The calls under `exports` that export invited and registered users. */
export const invitationExports = {
  partner: exportsOf("partner"),
  retiree: exportsOf("retiree"),
  invite: exportsOf("invite"),
  toolconnect: exportsOf("toolconnect"),
};
