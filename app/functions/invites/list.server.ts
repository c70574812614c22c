import { numberedPage } from "~/core/lists/numbered-page";
import { adminUrl } from "~/domain/customers/list-row";
import type { InvitationRecord } from "~/domain/invitations/list.server";
import { listByNumber } from "~/domain/invitations/numbered-list.server";
import { userTypeNames } from "~/domain/invitations/user-types/find-user-types.server";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { assertSort, searchKind } from "~/platform/list";
import type { InvitedRow } from "./invitations-contract";
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
