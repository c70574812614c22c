import type pg from "pg";
import { type Queryable, type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { deleteMetafieldsOf } from "../data/metafields.ts";
import type { ProductRow, UserError, VariantRow } from "../data/rows.ts";
import { keepProductVersion, keepVariantVersions } from "../data/search-lag.ts";
import { mergeTags, parseTags, subtractTags, tagErrors } from "../data/tags.ts";
import { emit } from "../webhooks/emit.ts";
import { deletedProductPayload, productPayload } from "../webhooks/product-payload.ts";
import { updateCollectionsOfProduct } from "./automated-collections.ts";

/** The result of a change: the current product, or user errors. */
export interface ProductChange {
  product: ProductRow | null;
  userErrors: UserError[];
  /** Whether anything changed. Adding an existing tag changes nothing. */
  changed: boolean;
}

const NOT_FOUND: UserError = { field: ["id"], message: "Product does not exist", code: "INVALID" };

/** Adds tags. An existing tag keeps its case. */
export async function addProductTags(
  store: Store,
  shop: string,
  id: number,
  tags: readonly string[],
): Promise<ProductChange> {
  return changeProduct(store, shop, id, (before) => {
    const merged = mergeTags(before.tags, parseTags(tags));
    const userErrors = tagErrors(merged);
    if (userErrors.length > 0) return { userErrors };
    return { after: merged.length === before.tags.length ? before : { ...before, tags: merged } };
  });
}

/** Removes tags, ignoring case. Missing tags are ignored. */
export async function removeProductTags(
  store: Store,
  shop: string,
  id: number,
  tags: readonly string[],
): Promise<ProductChange> {
  return changeProduct(store, shop, id, (before) => {
    const left = subtractTags(before.tags, parseTags(tags));
    return { after: left.length === before.tags.length ? before : { ...before, tags: left } };
  });
}

/** Sets the status. */
export async function setProductStatus(
  store: Store,
  shop: string,
  id: number,
  status: ProductRow["status"],
): Promise<ProductChange> {
  return changeProduct(store, shop, id, (before) => ({
    after: before.status === status ? before : { ...before, status },
  }));
}

/** Deletes a product with its variants and metafields and queues `products/delete`. Its files stay in the shop. */
export async function deleteProduct(store: Store, shop: string, id: number): Promise<ProductChange> {
  return transaction(store, async (client) => {
    const product = await lockProduct(client, shop, id);
    if (!product) return { product: null, userErrors: [NOT_FOUND], changed: false };
    const { rows } = await client.query<VariantRow>(
      "SELECT * FROM variants WHERE shop = $1 AND product_id = $2",
      [shop, id],
    );
    await client.query("DELETE FROM products WHERE shop = $1 AND id = $2", [shop, id]);
    await deleteMetafieldsOf(client, shop, "PRODUCT", id);
    for (const variant of rows) await deleteMetafieldsOf(client, shop, "PRODUCTVARIANT", variant.id);
    await keepProductVersion(client, store, shop, { id, before: product });
    const versions = rows.map((before) => ({ id: before.id, before }));
    await keepVariantVersions(client, store, shop, versions);
    await emit(client, store, shop, "products/delete", deletedProductPayload(id));
    return { product, userErrors: [], changed: true };
  });
}

/** Locks a product for a change. Returns null if it doesn't exist. */
export async function lockProduct(db: Queryable, shop: string, id: number): Promise<ProductRow | null> {
  const { rows } = await db.query<ProductRow>(
    "SELECT * FROM products WHERE shop = $1 AND id = $2 FOR UPDATE",
    [shop, id],
  );
  return rows[0] ?? null;
}

/**
 * Updates a product's `updated_at`, queues `products/update`, and brings the automated collections up to date. Call it in the transaction of a change to the product, its
 * variants, metafields, or media. `variants` are its current variants if they are known, by position.
 */
export async function touchProduct(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  id: number,
  variants?: VariantRow[],
): Promise<ProductRow | null> {
  const { rows } = await client.query<ProductRow>(
    "UPDATE products SET updated_at = $3 WHERE shop = $1 AND id = $2 RETURNING *",
    [shop, id, shopifyNow(store)],
  );
  if (!rows[0]) return null;
  await emit(client, store, shop, "products/update", await productPayload(client, store, rows[0], variants));
  await updateCollectionsOfProduct(client, store, shop, id);
  return rows[0];
}

type Outcome = { after: ProductRow } | { userErrors: UserError[] };

async function changeProduct(
  store: Store,
  shop: string,
  id: number,
  change: (before: ProductRow) => Outcome,
): Promise<ProductChange> {
  return transaction(store, async (client) => {
    const before = await lockProduct(client, shop, id);
    if (!before) return { product: null, userErrors: [NOT_FOUND], changed: false };
    const outcome = change(before);
    if ("userErrors" in outcome) return { product: before, userErrors: outcome.userErrors, changed: false };
    const { after } = outcome;
    if (after === before) return { product: before, userErrors: [], changed: false };
    await client.query("UPDATE products SET tags = $3, status = $4 WHERE shop = $1 AND id = $2", [
      shop,
      id,
      after.tags,
      after.status,
    ]);
    await keepProductVersion(client, store, shop, { id, before });
    return { product: await touchProduct(client, store, shop, id), userErrors: [], changed: true };
  });
}
