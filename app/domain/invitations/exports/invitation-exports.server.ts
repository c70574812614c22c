import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { exportRows, startExport } from "~/core/exports/export-rows.server";
import { guard } from "~/core/guard.server";
import type { InvitedAudience } from "../screens";
import type { InvitationState, InvitationTab } from "../states";
import { invitationExports } from "./invitation-exports";
import { INVITATION_REPORTS } from "./invitation-reports.server";

const calls = implement(invitationExports).$context<CallContext>().use(guard);

interface ExportInput {
  query: { sort?: string; state?: InvitationState };
  body: { searchType: "Email" | "Date"; searchValue: string };
}

const requestOf = (
  tab: InvitationTab,
  { query: { sort, state }, body: { searchType, searchValue } }: ExportInput,
) => ({ part: tab, searchType, searchValue: searchValue.trim(), sort, filter: { state } });

/** The exports of a screen of invited users. */
const routerOf = (audience: InvitedAudience) => {
  const report = INVITATION_REPORTS[audience];
  const ofTab = (tab: InvitationTab) => ({
    rows: calls[audience][tab].rows.handler(({ input, context }) =>
      exportRows(context, report, requestOf(tab, input)),
    ),
    start: calls[audience][tab].start.handler(({ input, context }) =>
      startExport(context, report, requestOf(tab, input), input.body.operationId),
    ),
  });
  return { invited: ofTab("invited"), registered: ofTab("registered") };
};

/** The calls that export invited and registered users. */
export const invitationExportsRouter = calls.router({
  partner: routerOf("partner"),
  retiree: routerOf("retiree"),
  invite: routerOf("invite"),
  toolconnect: routerOf("toolconnect"),
});
