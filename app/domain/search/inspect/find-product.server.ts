import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { containsIndexed } from "~/core/lists/search.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";

/** A product of the mirror that an administrator named. */
export interface FoundProduct {
  id: number;
  title: string;
  handle: string;
  status: string;
  isPublished: boolean | null;
}

/** How many products a refusal names. */
const MAX_NAMED = 5;

/**
 * The product with an id, a handle, a SKU or a title, or the only one whose title has all the words. Each is looked for by its own index.
 * @throws 404, 409 when several titles fit
 */
export async function findProduct(tx: ShopTransaction, text: string): Promise<FoundProduct> {
  const [exact] = await readProducts(tx, exactIds(text), 1);
  if (exact) return exact;
  const titled = await readProducts(tx, titledIds(text), MAX_NAMED + 1);
  const [first, second] = titled;
  if (!first)
    throw notFound(
      "No product has this ID, handle, SKU or title. Check it, or search on the tab Test search.",
    );
  if (!second) return first;
  const named = titled.slice(0, MAX_NAMED).map(({ title }) => title);
  throw conflict(
    `${titled.length > MAX_NAMED ? "Many" : "Several"} products have this in their titles, such as ${named.join(", ")}. Enter the whole title, the handle or a SKU.`,
  );
}

const exactIds = (text: string) => {
  const id = /(?:^|\/)(\d{1,16})$/.exec(text)?.[1] ?? null;
  const lowercase = text.toLowerCase();
  return sql`SELECT id, 1 AS rank FROM products_of_shop WHERE id = ${id}::bigint
             UNION ALL SELECT id, 2 FROM products_of_shop WHERE handle = ${lowercase}
             UNION ALL (SELECT product_id, 3 FROM variants_of_shop WHERE sku = ${text} ORDER BY product_id LIMIT 1)
             UNION ALL SELECT id, 4 FROM products_of_shop WHERE lower(title) = ${lowercase}`;
};

const titledIds = (text: string) =>
  sql`(SELECT id, 5 AS rank FROM products_of_shop WHERE ${containsIndexed(sql`lower(title)`, text, [" ", "-"])} LIMIT ${MAX_NAMED + 1})`;

async function readProducts(
  tx: ShopTransaction,
  ids: ReturnType<typeof sql>,
  limit: number,
): Promise<FoundProduct[]> {
  const rows = await queryRows<Omit<FoundProduct, "id"> & { id: string }>(
    tx,
    sql`SELECT p.id, title, handle, status, is_published AS "isPublished"
          FROM (SELECT id, min(rank) AS rank FROM (${ids}) AS named GROUP BY id) AS found JOIN products_of_shop AS p ON p.id = found.id
         ORDER BY rank, p.id LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
