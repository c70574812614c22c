import type pg from "pg";
import { updateCollectionsOfProduct } from "../catalog/automated-collections.ts";
import { attachFile, detachFile, insertImage } from "../catalog/change-files.ts";
import { touchProduct } from "../catalog/change-product.ts";
import { ensureCollection } from "../catalog/collections.ts";
import { mediaOfProducts } from "../catalog/media.ts";
import { touchCollection } from "../catalog/touch-collection.ts";
import { insertProducts, type LoadedImage, type LoadedProduct } from "../data/bulk-insert.ts";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { deleteMetafieldsOf } from "../data/metafields.ts";
import { variantsOfProducts } from "../data/products.ts";
import type { ProductRow, VariantRow } from "../data/rows.ts";
import { keepProductVersion, keepVariantVersions } from "../data/search-lag.ts";
import { emit } from "../webhooks/emit.ts";
import { productPayload } from "../webhooks/product-payload.ts";
import type { ProductRecord, VariantRecord } from "./read-product.ts";
import type { SaveOutcome } from "./save-customer.ts";
import { saveMetafields } from "./save-metafields.ts";

/**
 * Creates a product, or updates the one with the same handle, and sends webhooks, as Shopify's import does. The product, variants with the
 * same options, and images with the same URL keep their ids, dates of creation, and metafields. The product's other variants and images are removed.
 */
export async function saveProduct(store: Store, shop: string, record: ProductRecord): Promise<SaveOutcome> {
  return transaction(store, async (client) => {
    const { rows } = await client.query<ProductRow>(
      "SELECT * FROM products WHERE shop = $1 AND handle = $2 FOR UPDATE",
      [shop, record.handle],
    );
    const [existing] = rows;
    const id = existing
      ? await updateProduct(client, store, existing, record)
      : await createProduct(client, store, shop, record);
    if (record.collection) await addToCollection(client, store, shop, record.collection, id);
    return existing ? "updated" : "created";
  });
}

async function createProduct(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  record: ProductRecord,
): Promise<number> {
  const now = shopifyNow(store);
  const [id] = await insertProducts(
    client,
    shop,
    [
      {
        ...productColumns(record, null, now),
        images: record.images,
        variants: record.variants.map((variant) => ({
          ...variantColumns(variant),
          imageSource: variant.imageSrc,
        })),
      },
    ],
    now,
  );
  const { rows } = await client.query<ProductRow>("SELECT * FROM products WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  const product = rows[0] as ProductRow;
  await saveMetafields(client, shop, product.id, record.metafields, now);
  await keepVersions(client, store, shop, product.id, null, []);
  await updateCollectionsOfProduct(client, store, shop, product.id);
  await emit(client, store, shop, "products/create", await productPayload(client, store, product));
  return product.id;
}

async function updateProduct(
  client: pg.PoolClient,
  store: Store,
  existing: ProductRow,
  record: ProductRecord,
): Promise<number> {
  const { shop, id } = existing;
  const now = shopifyNow(store);
  await updateRow(client, "products", shop, id, productColumns(record, existing, now));
  const images = await replaceImages(client, store, shop, id, record.images);
  const before = await variantsOfProducts(client, shop, [id]);
  const unmatched = new Set(before);
  for (const [index, variant] of record.variants.entries()) {
    const columns = {
      ...variantColumns(variant),
      position: index + 1,
      media_id: images.get(variant.imageSrc ?? "") ?? null,
      updated_at: now,
    };
    const match = [...unmatched].find(
      (each) => each.option_values.join("\n") === variant.optionValues.join("\n"),
    );
    if (match) {
      unmatched.delete(match);
      await updateRow(client, "variants", shop, match.id, columns);
    } else {
      const added = await client.query<{ id: number }>(
        "INSERT INTO variants (shop, product_id, position, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING id",
        [shop, id, index + 1, now],
      );
      await updateRow(client, "variants", shop, (added.rows[0] as { id: number }).id, columns);
    }
  }
  for (const variant of unmatched) {
    await client.query("DELETE FROM variants WHERE shop = $1 AND id = $2", [shop, variant.id]);
    await deleteMetafieldsOf(client, shop, "PRODUCTVARIANT", variant.id);
  }
  await saveMetafields(client, shop, id, record.metafields, now);
  await keepVersions(client, store, shop, id, existing, before);
  await touchProduct(client, store, shop, id);
  return id;
}

/** Stores what search returns until the shop's index lag is over. Call it after the change, because it reads the added variants. */
async function keepVersions(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  id: number,
  product: ProductRow | null,
  variants: readonly VariantRow[],
): Promise<void> {
  const versions = new Map<number, VariantRow | null>(variants.map((variant) => [variant.id, variant]));
  for (const variant of await variantsOfProducts(client, shop, [id]))
    if (!versions.has(variant.id)) versions.set(variant.id, null);
  await keepProductVersion(client, store, shop, { id, before: product });
  await keepVariantVersions(
    client,
    store,
    shop,
    [...versions].map(([variantId, before]) => ({ id: variantId, before })),
  );
}

/** Gives a product exactly these images, in their order. Returns the media ids by URL. */
async function replaceImages(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  productId: number,
  images: readonly LoadedImage[],
): Promise<Map<string, number>> {
  const media = (await mediaOfProducts(client, shop, [productId])).get(productId) ?? [];
  const ids = new Map<string, number>();
  for (const image of images) {
    const match = media.find(({ source }) => source === image.source);
    if (match && match.alt !== image.alt)
      await client.query("UPDATE media_files SET alt = $3, updated_at = $4 WHERE shop = $1 AND id = $2", [
        shop,
        match.id,
        image.alt,
        shopifyNow(store),
      ]);
    ids.set(image.source, match?.id ?? (await insertImage(client, store, shop, image)));
  }
  const remaining = new Set(ids.values());
  for (const file of media) if (!remaining.has(file.id)) await detachFile(client, shop, productId, file.id);
  for (const [index, id] of [...ids.values()].entries()) {
    await attachFile(client, shop, productId, id);
    await client.query(
      "UPDATE product_media SET position = $4 WHERE shop = $1 AND product_id = $2 AND media_id = $3",
      [shop, productId, id, index + 1],
    );
  }
  return ids;
}

async function addToCollection(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  title: string,
  productId: number,
): Promise<void> {
  const collection = await ensureCollection(client, store, shop, title);
  if (collection.rules) return;
  const { rowCount } = await client.query(
    "INSERT INTO collection_products (shop, collection_id, product_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [shop, collection.id, productId],
  );
  if (rowCount) await touchCollection(client, store, shop, collection.id);
}

async function updateRow(
  client: pg.PoolClient,
  table: "products" | "variants",
  shop: string,
  id: number,
  columns: Partial<ProductRow> | Partial<VariantRow>,
): Promise<void> {
  const entries = Object.entries(columns);
  const assignments = entries.map(([column], index) => `${column} = $${index + 3}`).join(", ");
  await client.query(`UPDATE ${table} SET ${assignments} WHERE shop = $1 AND id = $2`, [
    shop,
    id,
    ...entries.map(([column, value]) => (JSON_COLUMNS.has(column) ? JSON.stringify(value) : value)),
  ]);
}

const JSON_COLUMNS = new Set(["options", "google_shopping"]);

function productColumns(record: ProductRecord, existing: ProductRow | null, now: Date) {
  return {
    handle: record.handle,
    title: record.title,
    body_html: record.bodyHtml,
    vendor: record.vendor,
    product_type: record.productType,
    product_category: record.productCategory,
    tags: record.tags,
    status: record.status,
    published_at: record.isPublished ? (existing?.published_at ?? now) : null,
    gift_card: record.giftCard,
    options: record.options,
    seo_title: record.seoTitle,
    seo_description: record.seoDescription,
    google_shopping: record.googleShopping,
  } satisfies Partial<LoadedProduct>;
}

function variantColumns(variant: VariantRecord) {
  return {
    option_values: variant.optionValues,
    sku: variant.sku,
    barcode: variant.barcode,
    price_cents: variant.priceCents,
    compare_at_price_cents: variant.compareAtPriceCents,
    cost_cents: variant.costCents,
    grams: variant.grams,
    weight_unit: variant.weightUnit,
    inventory_tracker: variant.inventoryTracker,
    inventory_quantity: variant.inventoryQuantity,
    inventory_policy: variant.inventoryPolicy,
    fulfillment_service: variant.fulfillmentService,
    requires_shipping: variant.requiresShipping,
    taxable: variant.taxable,
    tax_code: variant.taxCode,
  } satisfies Partial<VariantRow>;
}
