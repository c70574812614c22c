import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineExport, type ExportFilter, type ExportSource } from "~/core/exports/list-export.server";
import { withFilter } from "~/core/lists/list-query.server";
import { slug } from "~/platform/sheets/spreadsheet";
import { AUDIENCES, type AudienceId, invitationTags } from "../audiences";
import { type InvitationRecord, invitationsQuery } from "../list.server";
import { INVITED_SCREENS, type InvitedAudience } from "../screens";
import { INVITATION_STATES, type InvitationTab, STATE_NAMES, TAB_TITLES } from "../states";

type ExportedInvitation = Pick<
  InvitationRecord,
  "audience" | "first_name" | "last_name" | "email" | "additional_tags" | "is_mtd"
> & { created_day: string };

/** What narrows a list of invitations besides its search. */
export const invitationFilter = z.strictObject({ state: z.enum(INVITATION_STATES).optional() });
type InvitationReportFilter = z.infer<typeof invitationFilter>;

/** The filter as a line of the sheet's header. */
export const stateLines = ({ filter: { state } }: { filter: InvitationReportFilter }): string[] =>
  state ? [`State: ${STATE_NAMES[state]}`] : [];

/** The query of a report of invitations. Its parts are the tabs. @param audience whose, and of which group */
export const invitationsFor = (audience: { audience: AudienceId; groupId?: string }) =>
  withFilter(
    invitationsQuery,
    ({ shop, request: { part, searchType, searchValue, filter } }: ExportFilter<InvitationReportFilter>) => ({
      shop,
      query: { ...audience, tab: part as InvitationTab, state: filter.state, searchType, searchValue },
    }),
  );

const sourceOf = (audience: InvitedAudience): ExportSource<ExportedInvitation, InvitationReportFilter> => ({
  query: invitationsFor({ audience, groupId: "" }),
  columns: sql`audience, first_name, last_name, email, additional_tags, is_mtd`,
  createdAt: sql`invited_at`,
});

/** The reports of invited and of registered users. */
function invitationReport(audience: InvitedAudience) {
  const nameOf = (part: string) =>
    `${TAB_TITLES[part as InvitationTab]} ${INVITED_SCREENS[audience].title} Report`;
  return defineExport({
    name: audience,
    flag: AUDIENCES[audience].flag,
    columns: [
      { title: "Name", width: 28, value: (row) => `${row.first_name} ${row.last_name}`.trim() },
      { title: "Email", width: 34, value: (row) => row.email },
      { title: "Tags", width: 40, value: (row) => invitationTags(row).join(", ") },
      { title: "Created Date", width: 14, value: (row) => row.created_day },
    ],
    source: sourceOf(audience),
    filter: invitationFilter,
    filterLines: stateLines,
    title: nameOf,
    fileName: (part) => slug(nameOf(part)),
  });
}

/** One report for each screen of invited users. */
export const INVITATION_REPORTS = {
  partner: invitationReport("partner"),
  retiree: invitationReport("retiree"),
  invite: invitationReport("invite"),
  toolconnect: invitationReport("toolconnect"),
};
