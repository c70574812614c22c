import type pg from "pg";
import { valueProblem } from "../data/metafield-values.ts";
import { writeMetafields } from "../data/metafields.ts";
import { CellError } from "./cells.ts";

/** A cell of a metafield column that isn't empty. */
export interface MetafieldCell {
  /** The column's title in the file. */
  column: string;
  namespace: string;
  key: string;
  text: string;
}

/**
 * Writes the metafields in a product's row. A metafield has the type of its definition, or is a text without one. The items of a list
 * are separated by semicolons. Metafields without a cell stay.
 * @throws CellError for a value that isn't valid for its type
 */
export async function saveMetafields(
  client: pg.PoolClient,
  shop: string,
  productId: number,
  cells: readonly MetafieldCell[],
  now: Date,
): Promise<void> {
  if (cells.length === 0) return;
  const { rows } = await client.query<{ name: string; type: string }>(
    "SELECT namespace || '.' || key AS name, type FROM metafield_definitions WHERE shop = $1 AND owner_type = 'PRODUCT'",
    [shop],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  const metafields = cells.map(({ column, namespace, key, text }) => {
    const type = types.get(`${namespace}.${key}`) ?? textType(text);
    const value = type.startsWith("list.") ? listValue(type, text) : text;
    const problem = valueProblem(type, value);
    if (problem) throw new CellError(column, problem);
    return { namespace, key, type, value };
  });
  await writeMetafields(client, shop, "PRODUCT", productId, metafields, now);
}

const textType = (text: string): string =>
  /[\r\n]/.test(text) ? "multi_line_text_field" : "single_line_text_field";

/** Numbers are numbers in the JSON of their list. */
function listValue(type: string, text: string): string {
  const items = text
    .split(";")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  return JSON.stringify(type === "list.number_integer" ? items.map(Number) : items);
}
