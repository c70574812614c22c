import { AUDIENCES } from "~/domain/invitations/audiences";
import { type InvitationRecord, invitationOrder, selectInvitations } from "~/domain/invitations/list.server";
import { type InvitationTab, STATE_NAMES, TAB_TITLES } from "~/domain/invitations/states";
import { slug } from "~/platform/sheets/file-name";
import type { Report, ReportSource } from "./report.server";

type ExportedUser = Pick<
  InvitationRecord,
  "first_name" | "last_name" | "email" | "additional_tags" | "state"
> & { created_day: string; user_type: string | null };

const SOURCE: ReportSource<ExportedUser> = {
  from: "invitations_of_shop",
  idType: "uuid",
  columns: `id, first_name, last_name, email, additional_tags, state,
    (SELECT name FROM user_types AS type
      WHERE type.shop = invitations_of_shop.shop AND type.id::text = invitations_of_shop.group_id) AS user_type`,
  createdAt: "invited_at",
  select: (shop, { part, state, searchType, searchValue }) =>
    selectInvitations(shop, {
      audience: "usertype",
      tab: part as InvitationTab,
      state,
      searchType,
      searchValue,
    }),
  orderBy: invitationOrder,
};

const nameOf = (part: string) => `${TAB_TITLES[part as InvitationTab]} Users Report`;

/** Who is invited, or registered, as a user of some type (the screen `/invites`); its columns are the grid's. */
export const USER_TYPE_REPORT: Report<ExportedUser> = {
  flag: AUDIENCES.usertype.flag,
  columns: [
    { title: "Name", width: 28, value: (row) => `${row.first_name} ${row.last_name}`.trim() },
    { title: "First Name", width: 18, value: (row) => row.first_name },
    { title: "Last Name", width: 18, value: (row) => row.last_name },
    { title: "Email", width: 34, value: (row) => row.email },
    { title: "User Type", width: 20, value: (row) => row.user_type ?? "" },
    { title: "Tags", width: 40, value: (row) => row.additional_tags.join(", ") },
    { title: "Invited Date", width: 14, value: (row) => row.created_day },
    { title: "State", width: 14, value: (row) => STATE_NAMES[row.state] },
  ],
  source: SOURCE,
  title: nameOf,
  fileName: (part) => slug(nameOf(part)),
};
