import type { Queryable, Store } from "../data/database.ts";
import type { DiscountCodeRow, DiscountRow } from "./rows.ts";

/** The discount with this id, or null. */
export async function findDiscount(db: Queryable, shop: string, id: number): Promise<DiscountRow | null> {
  const { rows } = await db.query<DiscountRow>("SELECT * FROM discounts WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  return rows[0] ?? null;
}

/** The code with this text, whatever its case, or null. */
export async function findCode(db: Queryable, shop: string, code: string): Promise<DiscountCodeRow | null> {
  const { rows } = await db.query<DiscountCodeRow>(
    "SELECT * FROM discount_codes WHERE shop = $1 AND lower(code) = lower($2)",
    [shop, code],
  );
  return rows[0] ?? null;
}

/** The discount that has this code, or null. */
export async function findDiscountByCode(
  db: Queryable,
  shop: string,
  code: string,
): Promise<DiscountRow | null> {
  const found = await findCode(db, shop, code);
  return found && findDiscount(db, shop, found.discount_id);
}

/** Codes of a discount after an id, by id. */
export async function codesAfter(
  db: Queryable,
  { shop, id }: Pick<DiscountRow, "shop" | "id">,
  afterId: number,
  limit: number,
): Promise<DiscountCodeRow[]> {
  const { rows } = await db.query<DiscountCodeRow>(
    "SELECT * FROM discount_codes WHERE shop = $1 AND discount_id = $2 AND id > $3 ORDER BY id LIMIT $4",
    [shop, id, afterId, limit],
  );
  return rows;
}

/** How many codes a discount has. */
export async function countCodes(db: Queryable, { shop, id }: DiscountRow): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(*) AS count FROM discount_codes WHERE shop = $1 AND discount_id = $2",
    [shop, id],
  );
  return rows[0]?.count ?? 0;
}

/** How long asynchronous counts of uses lag behind orders. */
const USAGE_LAG_MS = 2_000;

/** The use counts of codes, as far as Shopify has counted them, by code id. A code that wasn't used isn't in them. */
export async function usageOfCodes(
  store: Store,
  shop: string,
  codeIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await store.pool.query<{ code_id: number; count: number }>(
    `SELECT code_id, count(*) AS count FROM discount_uses
      WHERE shop = $1 AND code_id = ANY ($2) AND used_at <= $3 GROUP BY code_id`,
    [shop, codeIds, new Date(store.clock.now() - USAGE_LAG_MS)],
  );
  return new Map(rows.map(({ code_id, count }) => [code_id, count]));
}

/** How often all codes of a discount were used, as far as the store counts. */
export async function usageOfDiscount(store: Store, { shop, id }: DiscountRow): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    "SELECT count(*) AS count FROM discount_uses WHERE shop = $1 AND discount_id = $2 AND used_at <= $3",
    [shop, id, new Date(store.clock.now() - USAGE_LAG_MS)],
  );
  return rows[0]?.count ?? 0;
}

/** A discount's status at a moment. */
export function statusOf(
  { starts_at, ends_at }: DiscountRow,
  now: number,
): "ACTIVE" | "EXPIRED" | "SCHEDULED" {
  if (ends_at && ends_at.getTime() <= now) return "EXPIRED";
  return starts_at.getTime() > now ? "SCHEDULED" : "ACTIVE";
}
