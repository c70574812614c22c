import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type Queryable, type Store, transaction } from "../data/database.ts";
import type { UserError } from "../data/rows.ts";
import { findDiscount } from "./read-discounts.ts";

/** A deletion that is due, or was. */
export interface CodeDeletionRow {
  shop: string;
  id: string;
  discount_id: number;
  code_ids: number[];
  due_at: Date;
  done_at: Date | null;
}

const DELAY_MS = 500;

/** Queues codes of a discount to be deleted. Ids that it doesn't have are skipped. */
export async function requestDeletion(
  store: Store,
  shop: string,
  discountId: number,
  codeIds: readonly number[],
): Promise<{ deletion: CodeDeletionRow | null; userErrors: UserError[] }> {
  return transaction(store, async (client) => {
    if (!(await findDiscount(client, shop, discountId))) {
      const error = { field: ["discountId"], message: "Code discount does not exist.", code: "INVALID" };
      return { deletion: null, userErrors: [error] };
    }
    if (codeIds.length === 0) {
      const message = "Missing expected argument key: 'ids', 'search' or 'saved_search_id'.";
      return { deletion: null, userErrors: [{ field: null, message, code: "MISSING_ARGUMENT" }] };
    }
    const { rows } = await client.query<CodeDeletionRow>(
      `INSERT INTO discount_code_deletions (shop, id, discount_id, code_ids, due_at) VALUES ($1, $2, $3, $4, $5) RETURNING *`,
      [shop, randomUUID(), discountId, codeIds, new Date(store.clock.now() + store.delayMs(DELAY_MS))],
    );
    return { deletion: rows[0] as CodeDeletionRow, userErrors: [] };
  });
}

/** The deletion with this id, or null. */
export async function findDeletion(db: Queryable, shop: string, id: string): Promise<CodeDeletionRow | null> {
  const { rows } = await db.query<CodeDeletionRow>(
    "SELECT * FROM discount_code_deletions WHERE shop = $1 AND id = $2",
    [shop, id],
  );
  return rows[0] ?? null;
}

/** Runs a deletion that is due. */
export async function runDeletion(
  client: pg.PoolClient,
  { shop, discount_id, code_ids }: CodeDeletionRow,
): Promise<void> {
  await client.query("DELETE FROM discount_codes WHERE shop = $1 AND discount_id = $2 AND id = ANY ($3)", [
    shop,
    discount_id,
    code_ids,
  ]);
}
