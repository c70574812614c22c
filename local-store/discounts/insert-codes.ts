import type { Queryable } from "../data/database.ts";
import type { DiscountCodeRow, DiscountRow } from "./rows.ts";

/** Shopify's error for a code that a discount of the shop has already. */
export const TAKEN = { code: "TAKEN", message: "Code must be unique. Please try a different code." };

/** Adds codes to a discount. @returns those that no discount of the shop had */
export async function insertCodes(
  db: Queryable,
  { shop, id }: Pick<DiscountRow, "shop" | "id">,
  codes: readonly string[],
): Promise<DiscountCodeRow[]> {
  const { rows } = await db.query<DiscountCodeRow>(
    `INSERT INTO discount_codes (shop, discount_id, code)
     SELECT $1, $2, code FROM unnest($3::text[]) WITH ORDINALITY AS given (code, position) ORDER BY position
     ON CONFLICT (shop, lower(code)) DO NOTHING RETURNING *`,
    [shop, id, codes],
  );
  return rows;
}
