import { sql } from "drizzle-orm";
import type { z } from "zod";
import { defineExport, type ExportSource } from "~/core/exports/list-export.server";
import { AUDIENCES } from "~/domain/invitations/audiences";
import {
  invitationFilter,
  invitationsFor,
  stateLines,
} from "~/domain/invitations/exports/invitation-reports.server";
import type { InvitationRecord } from "~/domain/invitations/list.server";
import { type InvitationTab, STATE_NAMES, TAB_TITLES } from "~/domain/invitations/states";
import { USER_TYPE_NAME } from "~/domain/invitations/user-types/find-user-types.server";
import { slug } from "~/platform/sheets/file-name";

type ExportedUser = Pick<
  InvitationRecord,
  "first_name" | "last_name" | "email" | "additional_tags" | "state"
> & { created_day: string; user_type: string | null };

const nameOf = (part: string) => `${TAB_TITLES[part as InvitationTab]} Users Report`;

const source: ExportSource<ExportedUser, z.infer<typeof invitationFilter>> = {
  query: invitationsFor({ audience: "usertype" }),
  columns: sql`first_name, last_name, email, additional_tags, state, ${USER_TYPE_NAME} AS user_type`,
  createdAt: sql`invited_at`,
};

/** Users of all types, invited or registered. The columns are the grid's. */
export const userTypeReport = defineExport({
  name: "usertype",
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
  source,
  filter: invitationFilter,
  filterLines: stateLines,
  title: nameOf,
  fileName: (part) => slug(nameOf(part)),
});
