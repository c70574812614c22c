import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import {
  INVITATION_COLUMNS,
  type InvitationQuery,
  type InvitationRecord,
  invitationOrder,
  selectInvitations,
} from "./list.server";

/** A page that is asked for by its number, from 1. */
interface Numbered {
  /** A column that `invitationOrder` knows. */
  sort: { key: string; descending: boolean };
  page: number;
  pageSize: number;
}

/**
 * A page of invitations by its number, and how many there are on all pages. Rows and total share one WHERE; ties are broken by id.
 * Whatever stands before the page is passed over in an index alone, from the end of the list that is nearer.
 * @throws as `invitationOrder` and `selectInvitations`
 */
export async function listByNumber(
  tx: ShopTransaction,
  shop: Shop,
  query: InvitationQuery,
  { sort, page, pageSize }: Numbered,
): Promise<{ records: InvitationRecord[]; total: number }> {
  const { expression } = invitationOrder(sort.key);
  const { values, bind, where } = selectInvitations(shop, query);
  const counted = await tx.$client.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM invitations_of_shop WHERE ${where}`,
    [...values],
  );
  const total = counted.rows[0]?.total ?? 0;
  const before = (page - 1) * pageSize;
  const size = Math.min(pageSize, total - before);
  if (size <= 0) return { records: [], total };
  const fromEnd = before > total / 2;
  const offset = fromEnd ? total - before - size : before;
  const order = (isDescending: boolean) => {
    const direction = isDescending ? "DESC" : "ASC";
    return `${expression} ${direction}, id ${direction}`;
  };
  const { rows } = await tx.$client.query<InvitationRecord>(
    `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE shop = $1 AND id = ANY(ARRAY(
       SELECT id FROM invitations_of_shop WHERE ${where}
        ORDER BY ${order(sort.descending !== fromEnd)} LIMIT ${bind(size)} OFFSET ${bind(offset)}))
      ORDER BY ${order(sort.descending)}`,
    values,
  );
  return { records: rows, total };
}
