import { sql } from "drizzle-orm";
import type { z } from "zod";
import { defineExport, type ExportSource } from "~/core/exports/list-export.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { adminUrl } from "~/domain/customers/list-row.server";
import { AUDIENCES } from "~/domain/invitations/audiences";
import {
  invitationFilter,
  invitationsFor,
  stateLines,
} from "~/domain/invitations/exports/invitation-reports.server";
import type { InvitationRecord } from "~/domain/invitations/list.server";
import { listByNumber } from "~/domain/invitations/numbered-list.server";
import { type InvitationTab, STATE_NAMES, TAB_TITLES } from "~/domain/invitations/states";
import { USER_TYPE_NAME, userTypeNames } from "~/domain/invitations/user-types/find-user-types.server";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { assertSort, searchKind } from "~/platform/list";
import { slug } from "~/platform/sheets/spreadsheet";
import type { InvitedRow } from "./invited-user";
import { invitesList } from "./list";

interface Asked {
  registered: boolean;
  /** A part of a name or an address; MM/DD/YYYY means those invited on that day. */
  search: string;
  sort?: string;
  page: number;
  pageSize: number;
}

/**
 * A page of those invited, or registered, newest first by default.
 * @throws 400 for an order that the list does not have
 */
export async function listInvites(shop: Shop, { registered, search, sort, page, pageSize }: Asked) {
  const tab = registered ? "registered" : "invited";
  const query = { audience: "usertype", tab, ...searchKind(search) } as const;
  const paging = { sort: assertSort(sort ?? invitesList.defaultSort, invitesList), page, pageSize };
  return withShop(shop.domain, async (tx) => {
    const { records, total } = await listByNumber(tx, shop, query, paging);
    const names = await userTypeNames(tx, shop.domain);
    const list = records.map((record) => invitedRowOf(record, names, shop.domain));
    return numberedPage(list, { total, page, pageSize });
  });
}

function invitedRowOf(
  record: InvitationRecord,
  names: ReadonlyMap<string, string>,
  shop: string,
): InvitedRow {
  return {
    customerID: record.id,
    displayName: `${record.first_name} ${record.last_name}`.trim(),
    firstName: record.first_name,
    lastName: record.last_name,
    email: record.email,
    userType: names.get(record.group_id) ?? "",
    userTypeID: Number(record.group_id),
    createdAt: record.invited_at.toISOString(),
    tags: record.additional_tags,
    state: record.state,
    stateAt: record.state_at.toISOString(),
    problem: record.last_error,
    mailId: record.mail_id,
    shopifyCustomerId: record.customer_id,
    url: record.customer_id && adminUrl(shop, record.customer_id),
  };
}

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
