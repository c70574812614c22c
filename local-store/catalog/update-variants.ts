import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { variantsOfProducts } from "../data/products.ts";
import type { ProductRow, UserError, VariantRow } from "../data/rows.ts";
import { keepVariantVersions } from "../data/search-lag.ts";
import { lockProduct, touchProduct } from "./change-product.ts";

/** Columns of a variant that can change. */
const COLUMNS = [
  "sku",
  "barcode",
  "price_cents",
  "compare_at_price_cents",
  "cost_cents",
  "inventory_tracker",
  "inventory_policy",
  "requires_shipping",
  "taxable",
  "tax_code",
  "media_id",
] as const;

/** The new values of a variant's columns. Missing columns don't change. */
export interface VariantChange {
  /** Null if the input names no variant. */
  id: number | null;
  values: Partial<Pick<VariantRow, (typeof COLUMNS)[number]>>;
}

/** The result of a call. `variants` are those of the valid inputs, in their order, or null if the call was refused. */
export interface VariantsChange {
  product: ProductRow | null;
  variants: VariantRow[] | null;
  userErrors: UserError[];
}

/**
 * Updates variants of a product and queues one `products/update` if anything changed. Without `allowPartial`, one invalid input
 * refuses all of them. Amounts are in the currency's smallest unit.
 */
export async function updateVariants(
  store: Store,
  shop: string,
  productId: number,
  changes: readonly VariantChange[],
  allowPartial: boolean,
): Promise<VariantsChange> {
  return transaction(store, async (client) => {
    const product = await lockProduct(client, shop, productId);
    if (!product) {
      const error = {
        field: ["productId"],
        message: "Product does not exist",
        code: "PRODUCT_DOES_NOT_EXIST",
      };
      return { product: null, variants: null, userErrors: [error] };
    }
    const current = new Map(
      (await variantsOfProducts(client, shop, [productId])).map((row) => [row.id, row]),
    );
    const problems = changes.map((change, index) => problemOf(change, index, current));
    const userErrors = problems.filter((problem) => problem !== null);
    if (userErrors.length > 0 && !allowPartial) return { product, variants: null, userErrors };
    const isValid = (_change: VariantChange, index: number) => problems[index] === null;
    const valid = changes.filter(isValid) as Array<VariantChange & { id: number }>;
    const changed = new Map<number, VariantRow>();
    for (const { id, values } of valid) {
      const before = (changed.get(id) ?? current.get(id)) as VariantRow;
      if (COLUMNS.some((column) => values[column] !== undefined && values[column] !== before[column]))
        changed.set(id, { ...before, ...definedValues(values) });
    }
    const versions = [...changed.keys()].map((id) => ({ id, before: current.get(id) as VariantRow }));
    await keepVariantVersions(client, store, shop, versions);
    for (const row of await writeVariants(client, store, shop, [...changed.values()]))
      current.set(row.id, row);
    const touched =
      changed.size > 0 ? await touchProduct(client, store, shop, productId, [...current.values()]) : product;
    return { product: touched, variants: valid.map(({ id }) => current.get(id) as VariantRow), userErrors };
  });
}

function definedValues(values: VariantChange["values"]): VariantChange["values"] {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function problemOf(
  change: VariantChange,
  index: number,
  current: ReadonlyMap<number, VariantRow>,
): UserError | null {
  const refuse = (field: string, message: string, code: string): UserError => ({
    field: ["variants", String(index), field],
    message,
    code,
  });
  if (change.id === null)
    return refuse("id", "Product variant is missing ID attribute", "PRODUCT_VARIANT_ID_MISSING");
  if (!current.has(change.id))
    return refuse("id", "Product variant does not exist", "PRODUCT_VARIANT_DOES_NOT_EXIST");
  const { price_cents: price, compare_at_price_cents: compareAt, cost_cents: cost } = change.values;
  if (price !== undefined && price < 0)
    return refuse("price", "Price must be greater than or equal to 0", "GREATER_THAN_OR_EQUAL_TO");
  if (compareAt !== undefined && compareAt !== null && compareAt < 0)
    return refuse(
      "compareAtPrice",
      "Compare at price must be greater than or equal to 0",
      "GREATER_THAN_OR_EQUAL_TO",
    );
  if (cost !== undefined && cost !== null && cost < 0)
    return refuse("inventoryItem", "Cost must be greater than or equal to 0", "GREATER_THAN_OR_EQUAL_TO");
  return null;
}

/** Writes the rows' columns in one statement, because a price list of a large store changes many variants. */
async function writeVariants(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  rows: readonly VariantRow[],
): Promise<VariantRow[]> {
  if (rows.length === 0) return [];
  const assignments = COLUMNS.map((column) => `${column} = n.${column}`).join(", ");
  const result = await client.query<VariantRow>(
    `UPDATE variants v SET updated_at = $3, ${assignments}
     FROM jsonb_populate_recordset(NULL::variants, $2::jsonb) n WHERE v.shop = $1 AND v.id = n.id RETURNING v.*`,
    [shop, JSON.stringify(rows), shopifyNow(store)],
  );
  return result.rows;
}
