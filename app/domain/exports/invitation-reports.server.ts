import { AUDIENCES, invitationTags } from "~/domain/invitations/audiences";
import { type InvitationRecord, invitationOrder, selectInvitations } from "~/domain/invitations/list.server";
import { INVITED_SCREENS, type InvitedAudience } from "~/domain/invitations/screens";
import { type InvitationTab, TAB_TITLES } from "~/domain/invitations/states";
import { slug } from "~/platform/sheets/file-name";
import type { Report, ReportSource } from "./report.server";

type ExportedInvitation = Pick<
  InvitationRecord,
  "audience" | "first_name" | "last_name" | "email" | "additional_tags" | "is_mtd"
> & { created_day: string };

const invitationsOf = (audience: InvitedAudience): ReportSource<ExportedInvitation> => ({
  from: "invitations_of_shop",
  idType: "uuid",
  columns: "id, audience, first_name, last_name, email, additional_tags, is_mtd",
  createdAt: "invited_at",
  select: (shop, { part, state, searchType, searchValue }) =>
    selectInvitations(shop, {
      audience,
      groupId: "",
      tab: part as InvitationTab,
      state,
      searchType,
      searchValue,
    }),
  orderBy: invitationOrder,
});

/** The reports of invited and of registered users (section 7 of the first specification text). */
function invitationReport(audience: InvitedAudience): Report<ExportedInvitation> {
  const nameOf = (part: string) =>
    `${TAB_TITLES[part as InvitationTab]} ${INVITED_SCREENS[audience].title} Report`;
  return {
    flag: AUDIENCES[audience].flag,
    columns: [
      { title: "Name", width: 28, value: (row) => `${row.first_name} ${row.last_name}`.trim() },
      { title: "Email", width: 34, value: (row) => row.email },
      { title: "Tags", width: 40, value: (row) => invitationTags(row).join(", ") },
      { title: "Created Date", width: 14, value: (row) => row.created_day },
    ],
    source: invitationsOf(audience),
    title: nameOf,
    fileName: (part) => slug(nameOf(part)),
  };
}

export const INVITATION_REPORTS = {
  partner: invitationReport("partner"),
  retiree: invitationReport("retiree"),
  invite: invitationReport("invite"),
  toolconnect: invitationReport("toolconnect"),
} as const satisfies Record<InvitedAudience, Report<ExportedInvitation>>;
