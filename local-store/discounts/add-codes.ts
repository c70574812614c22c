import type pg from "pg";
import { type Queryable, type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { UserError } from "../data/rows.ts";
import { insertCodes, TAKEN } from "./insert-codes.ts";
import { findDiscount } from "./read-discounts.ts";
import type { CodeCreationRow, CreatedCodeRow } from "./rows.ts";

/** How long a creation waits before it runs, so that clients have to poll it. */
const DELAY_MS = 500;

/** Queues codes to be added to a discount. Problems of single codes are found when it runs. */
export async function requestCodes(
  store: Store,
  shop: string,
  discountId: number,
  codes: readonly string[],
): Promise<{ creation: CodeCreationRow | null; userErrors: UserError[] }> {
  return transaction(store, async (client) => {
    if (!(await findDiscount(client, shop, discountId))) {
      const error = { field: ["discountId"], message: "Code discount does not exist.", code: "INVALID" };
      return { creation: null, userErrors: [error] };
    }
    if (codes.length === 0) {
      const error = { field: ["codes"], message: "Codes can't be blank", code: "BLANK" };
      return { creation: null, userErrors: [error] };
    }
    const { rows } = await client.query<CodeCreationRow>(
      `INSERT INTO discount_code_creations (shop, discount_id, created_at, due_at) VALUES ($1, $2, $3, $4) RETURNING *`,
      [shop, discountId, shopifyNow(store), new Date(store.clock.now() + store.delayMs(DELAY_MS))],
    );
    const creation = rows[0] as CodeCreationRow;
    await client.query(
      `INSERT INTO discount_code_creation_codes (shop, creation_id, position, code)
       SELECT $1, $2, position, code FROM unnest($3::text[]) WITH ORDINALITY AS given (code, position)`,
      [shop, creation.id, codes],
    );
    return { creation, userErrors: [] };
  });
}

/** The creation with this id, or null. */
export async function findCreation(db: Queryable, shop: string, id: number): Promise<CodeCreationRow | null> {
  const { rows } = await db.query<CodeCreationRow>(
    "SELECT * FROM discount_code_creations WHERE shop = $1 AND id = $2",
    [shop, id],
  );
  return rows[0] ?? null;
}

/** The codes of a creation with their results, in their order. */
export async function codesOfCreation(
  db: Queryable,
  { shop, id }: Pick<CodeCreationRow, "shop" | "id">,
): Promise<CreatedCodeRow[]> {
  const { rows } = await db.query<CreatedCodeRow>(
    "SELECT * FROM discount_code_creation_codes WHERE shop = $1 AND creation_id = $2 ORDER BY position",
    [shop, id],
  );
  return rows;
}

/** Runs a creation that is due. */
export async function runCreation(
  client: pg.PoolClient,
  { shop, id, discount_id }: CodeCreationRow,
): Promise<void> {
  const codes = await codesOfCreation(client, { shop, id });
  const problems = new Map(codes.map((row) => [row.position, problemOf(row.code)]));
  const valid = codes.filter(({ position }) => !problems.get(position));
  const inserted = await insertCodes(
    client,
    { shop, id: discount_id },
    valid.map(({ code }) => code),
  );
  const free = new Map(inserted.map((row) => [row.code, row.id]));
  for (const { position, code } of codes) {
    const codeId = free.get(code) ?? null;
    // The second of two equal codes is taken.
    free.delete(code);
    const problem = problems.get(position) ?? (codeId === null ? TAKEN : null);
    await client.query(
      `UPDATE discount_code_creation_codes SET code_id = $4, error_code = $5, error_message = $6
       WHERE shop = $1 AND creation_id = $2 AND position = $3`,
      [shop, id, position, codeId, problem?.code ?? null, problem?.message ?? null],
    );
  }
}

function problemOf(code: string): typeof TAKEN | null {
  if (code.trim() === "") return { code: "BLANK", message: "Code can't be blank" };
  if (code.length > 255) return { code: "TOO_LONG", message: "Code is too long (maximum is 255 characters)" };
  if (/[\r\n]/.test(code)) return { code: "INVALID", message: "Code can't include newlines" };
  return null;
}
