import type { ProductMetafields } from "~/domain/products/mirror-row";
import { readResultFile } from "../../guarantees/support/export-file.ts";
import { DEMO } from "../../support/test-shop.ts";

const TEXT = "single_line_text_field";

export async function query<Row = Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}

/** A product in the mirror. */
interface MirroredProduct {
  id: number;
  metafields?: ProductMetafields;
  skus?: (string | null)[];
  status?: "ACTIVE" | "ARCHIVED" | "DRAFT";
  shop?: string;
}

/** Writes a product to the mirror, or what changed of one. Its handle is `product-{id}`. */
export async function mirrorProduct({
  id,
  metafields = {},
  skus = [],
  status = "ACTIVE",
  shop = DEMO,
}: MirroredProduct): Promise<void> {
  await query(
    `INSERT INTO products (shop, id, handle, title, vendor, product_type, status, metafields, created_at, updated_at)
     VALUES ($1, $2, 'product-' || $2::bigint, 'Product ' || $2::bigint, '', '', $3, $4, now(), now())
     ON CONFLICT (shop, id) DO UPDATE SET metafields = excluded.metafields, status = excluded.status`,
    [shop, id, status, JSON.stringify(metafields)],
  );
  for (const [index, sku] of skus.entries())
    await query(
      `INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, updated_at)
       VALUES ($1, $2, $3, $4, '', $5, 100, now())`,
      [shop, id * 100 + index, id, index + 1, sku],
    );
}

/** A text metafield. */
export const text = (value: string): ProductMetafields[string] => ({ type: TEXT, value });

/** Runs a report's job. @returns the rows of each sheet, by its name. The first one has the columns' titles */
export async function sheetsOf(jobId: string): Promise<Record<string, string[][]>> {
  const { read, utils } = await import("xlsx");
  const book = read(await readResultFile(jobId));
  const rowsOf = (name: string) =>
    utils.sheet_to_json<string[]>(book.Sheets[name] as never, { header: 1, defval: "" });
  const rows = (name: string) => {
    const all = rowsOf(name);
    return all.slice(all.findIndex(([title]) => title === "Handle" || title === "About this report"));
  };
  return Object.fromEntries(book.SheetNames.map((name) => [name, rows(name)]));
}
