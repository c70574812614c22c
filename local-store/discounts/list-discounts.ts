import type { Queryable } from "../data/database.ts";
import type { DiscountCodeRow, DiscountRow, DiscountUseRow } from "./rows.ts";

/** A discount with the numbers of its codes and uses. */
export type DiscountListItem = DiscountRow & { codes: number; uses: number };

/** All discounts of a shop, newest first. */
export async function listDiscounts(db: Queryable, shop: string): Promise<DiscountListItem[]> {
  const { rows } = await db.query<DiscountListItem>(
    `SELECT d.*, (SELECT count(*) FROM discount_codes c WHERE c.shop = d.shop AND c.discount_id = d.id) AS codes,
            (SELECT count(*) FROM discount_uses u WHERE u.shop = d.shop AND u.discount_id = d.id) AS uses
       FROM discounts d WHERE d.shop = $1 ORDER BY d.id DESC`,
    [shop],
  );
  return rows;
}

/** A code with the order that redeemed it last. */
export type CodeListItem = DiscountCodeRow & Pick<DiscountUseRow, "order_id" | "used_at"> & { uses: number };

/** Codes of a discount whose text contains a search, used ones first. */
export async function listCodes(
  db: Queryable,
  { shop, id }: DiscountRow,
  search: string,
  limit: number,
): Promise<CodeListItem[]> {
  const { rows } = await db.query<CodeListItem>(
    `SELECT c.*, u.order_id, u.used_at, coalesce(u.uses, 0) AS uses
       FROM discount_codes c LEFT JOIN (
         SELECT code_id, count(*) AS uses, max(order_id) AS order_id, max(used_at) AS used_at
           FROM discount_uses WHERE shop = $1 AND discount_id = $2 GROUP BY code_id) u ON u.code_id = c.id
      WHERE c.shop = $1 AND c.discount_id = $2 AND strpos(lower(c.code), lower($3)) > 0
      ORDER BY u.used_at DESC NULLS LAST, c.id LIMIT $4`,
    [shop, id, search, limit],
  );
  return rows;
}
