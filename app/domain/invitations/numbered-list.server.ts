import { sql } from "drizzle-orm";
import { countRows, orderByOf, queryRows, type SortOrder, whereOf } from "~/core/lists/list-query.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import {
  INVITATION_COLUMNS,
  type InvitationQuery,
  type InvitationRecord,
  invitationsQuery,
} from "./list.server";

/** A page requested by number, from 1. */
interface Numbered {
  sort: SortOrder;
  page: number;
  pageSize: number;
}

/**
 * A page of invitations by number, with the total of all pages. Rows and total share one WHERE; ties are broken by id. Rows before
 * the page are skipped with an index-only scan from the nearer end of the list.
 * @throws 400 for an unknown sort or an invalid day
 */
export async function listByNumber(
  tx: ShopTransaction,
  shop: Shop,
  query: InvitationQuery,
  { sort, page, pageSize }: Numbered,
): Promise<{ records: InvitationRecord[]; total: number }> {
  const filter = { shop, query };
  const total = await countRows(tx, invitationsQuery, filter);
  const before = (page - 1) * pageSize;
  const size = Math.min(pageSize, total - before);
  if (size <= 0) return { records: [], total };
  const fromEnd = before > total / 2;
  const offset = fromEnd ? total - before - size : before;
  const { key, descending } = sort;
  const readingOrder = orderByOf(invitationsQuery, { key, descending: descending !== fromEnd });
  const records = await queryRows<InvitationRecord>(
    tx,
    sql`SELECT ${INVITATION_COLUMNS} FROM invitations WHERE shop = ${shop.domain} AND id = ANY(ARRAY(
          SELECT id FROM invitations_of_shop WHERE ${whereOf(invitationsQuery, filter)}
           ORDER BY ${readingOrder} LIMIT ${size} OFFSET ${offset}))
         ORDER BY ${orderByOf(invitationsQuery, sort)}`,
  );
  return { records, total };
}
