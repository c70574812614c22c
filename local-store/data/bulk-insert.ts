import type pg from "pg";
import { copyCredits, type LoadedCredit } from "../credit/copy-credits.ts";
import { type CopyRow, copyRows, reserveIds } from "./copy.ts";
import { type Store, transaction } from "./database.ts";
import type { CustomerRow, MetafieldEntry, ProductRow, VariantRow } from "./rows.ts";
import { findShop } from "./shops.ts";

/** A customer to load: any columns, metafields, and store credits. Without an id it gets the next one. */
export type LoadedCustomer = Partial<Omit<CustomerRow, "shop">> &
  Pick<CustomerRow, "created_at"> & {
    metafields?: ReadonlyArray<Pick<MetafieldEntry, "namespace" | "key" | "type" | "value">>;
    /** In the shop's currency, oldest first. */
    credits?: readonly LoadedCredit[];
  };

const CUSTOMER_COLUMNS = [
  "shop",
  "id",
  "first_name",
  "last_name",
  "email",
  "phone",
  "note",
  "state",
  "tags",
  "verified_email",
  "tax_exempt",
  "locale",
  "amount_spent_cents",
  "orders_count",
  "addresses",
  "email_marketing",
  "sms_marketing",
  "created_at",
  "updated_at",
] as const;

const BATCH = 5_000;

/**
 * Loads customers with COPY, without webhooks, search lag, or validation other than the tables' constraints. A duplicate email
 * address aborts its batch of 5,000 and the remaining batches. Returns the number of loaded customers.
 */
export async function insertCustomersInBulk(
  store: Store,
  shop: string,
  customers: Iterable<LoadedCustomer> | AsyncIterable<LoadedCustomer>,
): Promise<number> {
  let count = 0;
  const currency = (await findShop(store.pool, shop))?.currency ?? "";
  for await (const batch of batches(customers, BATCH)) {
    await transaction(store, async (client) => {
      const ids = await reserveIds(client, batch.length);
      const rows = batch.map((customer, index) => ({
        ...customer,
        id: customer.id ?? (ids[index] as number),
      }));
      count += await copyRows(
        client,
        "customers",
        CUSTOMER_COLUMNS,
        rows.map((row) => customerFields(shop, row)),
      );
      await copyMetafields(client, shop, "CUSTOMER", rows);
      await copyCredits(client, shop, currency, rows);
    });
  }
  return count;
}

/** An image to load with its product. `source` is a URL, or a path of the local store. */
export interface LoadedImage {
  source: string;
  alt: string;
}

/** A product to load with its variants. Missing ids and positions are generated. */
export type LoadedProduct = Partial<Omit<ProductRow, "shop">> &
  Pick<ProductRow, "handle" | "title"> & {
    /** `imageSource` is the source of one of the product's images. */
    variants: Array<Partial<Omit<VariantRow, "shop" | "product_id">> & { imageSource?: string | null }>;
    images?: LoadedImage[];
    /** Ids of collections. */
    collections?: readonly number[];
    metafields?: ReadonlyArray<Pick<MetafieldEntry, "namespace" | "key" | "type" | "value">>;
  };

const PRODUCT_COLUMNS = [
  "shop",
  "id",
  "handle",
  "title",
  "body_html",
  "vendor",
  "product_type",
  "product_category",
  "tags",
  "status",
  "published_at",
  "gift_card",
  "options",
  "seo_title",
  "seo_description",
  "google_shopping",
  "created_at",
  "updated_at",
] as const;

const VARIANT_COLUMNS = [
  "shop",
  "id",
  "inventory_item_id",
  "product_id",
  "position",
  "option_values",
  "sku",
  "barcode",
  "price_cents",
  "compare_at_price_cents",
  "cost_cents",
  "grams",
  "weight_unit",
  "inventory_tracker",
  "inventory_quantity",
  "inventory_policy",
  "fulfillment_service",
  "requires_shipping",
  "taxable",
  "tax_code",
  "media_id",
  "created_at",
  "updated_at",
] as const;

/** Loads products with COPY, without webhooks. A duplicate handle aborts its batch. Returns the number of loaded products. */
export async function insertProductsInBulk(
  store: Store,
  shop: string,
  products: Iterable<LoadedProduct> | AsyncIterable<LoadedProduct>,
): Promise<number> {
  let count = 0;
  const now = new Date(store.clock.now());
  for await (const batch of batches(products, BATCH))
    count += (await transaction(store, (client) => insertProducts(client, shop, batch, now))).length;
  return count;
}

/** Inserts products with their variants, images, collections, and metafields, without webhooks. Returns their ids. */
export async function insertProducts(
  client: pg.PoolClient,
  shop: string,
  products: readonly LoadedProduct[],
  now: Date,
): Promise<number[]> {
  const ids = await reserveIds(client, products.length);
  const rows = products.map((product, index) => ({ ...product, id: product.id ?? (ids[index] as number) }));
  await copyRows(
    client,
    "products",
    PRODUCT_COLUMNS,
    rows.map((row) => productFields(shop, row, now)),
  );
  const mediaIds = await copyImages(client, shop, rows, now);
  const variants = rows.flatMap((row) =>
    row.variants.map(({ imageSource, ...variant }, index) => ({
      row,
      variant: { media_id: mediaIds.get(row.id)?.get(imageSource ?? ""), ...variant },
      position: index + 1,
    })),
  );
  const variantIds = await reserveIds(client, variants.length * 2);
  await copyRows(
    client,
    "variants",
    VARIANT_COLUMNS,
    variants.map(({ row, variant, position }, index) =>
      variantFields(shop, row.id, now, {
        position,
        id: variantIds[2 * index],
        inventory_item_id: variantIds[2 * index + 1],
        ...variant,
      }),
    ),
  );
  await copyMetafields(
    client,
    shop,
    "PRODUCT",
    rows.map((row) => ({ created_at: now, ...row })),
  );
  await copyRows(
    client,
    "collection_products",
    ["shop", "collection_id", "product_id"],
    rows.flatMap((row) => (row.collections ?? []).map((collection) => [shop, collection, row.id])),
  );
  return rows.map(({ id }) => id);
}

/** Loads the images of products. Returns the media ids by product and source. */
async function copyImages(
  client: pg.PoolClient,
  shop: string,
  products: ReadonlyArray<{ id: number; images?: readonly LoadedImage[] }>,
  now: Date,
): Promise<Map<number, Map<string, number>>> {
  const images = products.flatMap(({ id, images = [] }) =>
    images.map((image, index) => ({ ...image, productId: id, position: index + 1 })),
  );
  const ids = await reserveIds(client, images.length);
  await copyRows(
    client,
    "media_files",
    ["shop", "id", "type", "filename", "alt", "source", "ready_at", "created_at", "updated_at"],
    images.map(({ source, alt }, index) => {
      const filename = source.slice(source.lastIndexOf("/") + 1).replace(/\?.*$/, "");
      return [shop, ids[index], "IMAGE", filename, alt, source, now, now, now];
    }),
  );
  await copyRows(
    client,
    "product_media",
    ["shop", "product_id", "media_id", "position"],
    images.map(({ productId, position }, index) => [shop, productId, ids[index], position]),
  );
  const byProduct = new Map<number, Map<string, number>>();
  for (const [index, { productId, source }] of images.entries()) {
    const bySource = byProduct.get(productId) ?? new Map<string, number>();
    bySource.set(source, ids[index] as number);
    byProduct.set(productId, bySource);
  }
  return byProduct;
}

function customerFields(shop: string, row: LoadedCustomer & { id: number }): CopyRow {
  return [
    shop,
    row.id,
    row.first_name,
    row.last_name,
    row.email,
    row.phone,
    row.note,
    row.state ?? "DISABLED",
    row.tags ?? [],
    row.verified_email ?? true,
    row.tax_exempt ?? false,
    row.locale ?? "en",
    row.amount_spent_cents ?? 0,
    row.orders_count ?? 0,
    JSON.stringify(row.addresses ?? []),
    row.email_marketing,
    row.sms_marketing,
    row.created_at,
    row.updated_at ?? row.created_at,
  ];
}

function productFields(shop: string, row: LoadedProduct & { id: number }, now: Date): CopyRow {
  return [
    shop,
    row.id,
    row.handle,
    row.title,
    row.body_html ?? "",
    row.vendor ?? "",
    row.product_type ?? "",
    row.product_category,
    row.tags ?? [],
    row.status ?? "ACTIVE",
    row.published_at === undefined ? row.created_at : row.published_at,
    row.gift_card ?? false,
    JSON.stringify(row.options ?? []),
    row.seo_title,
    row.seo_description,
    row.google_shopping ?? {},
    row.created_at ?? now,
    row.updated_at ?? now,
  ];
}

function variantFields(shop: string, productId: number, now: Date, row: Partial<VariantRow>): CopyRow {
  return [
    shop,
    row.id,
    row.inventory_item_id,
    productId,
    row.position,
    row.option_values ?? [],
    row.sku,
    row.barcode,
    row.price_cents ?? 0,
    row.compare_at_price_cents,
    row.cost_cents,
    row.grams ?? 0,
    row.weight_unit ?? "kg",
    row.inventory_tracker,
    row.inventory_quantity ?? 0,
    row.inventory_policy ?? "DENY",
    row.fulfillment_service ?? "manual",
    row.requires_shipping ?? true,
    row.taxable ?? true,
    row.tax_code,
    row.media_id,
    row.created_at ?? now,
    row.updated_at ?? now,
  ];
}

async function copyMetafields(
  client: pg.PoolClient,
  shop: string,
  ownerType: string,
  owners: ReadonlyArray<{ id: number; created_at: Date; metafields?: LoadedCustomer["metafields"] }>,
): Promise<void> {
  const sets = owners.filter((owner) => owner.metafields?.length);
  if (sets.length === 0) return;
  await copyRows(
    client,
    "metafield_sets",
    ["shop", "owner_type", "owner_id", "next_number", "entries"],
    sets.map((owner) => {
      const metafields = owner.metafields ?? [];
      const at = owner.created_at.toISOString();
      const entries = metafields.map((one, index) => ({
        n: index + 1,
        ...one,
        created_at: at,
        updated_at: at,
      }));
      return [shop, ownerType, owner.id, entries.length + 1, JSON.stringify(entries)];
    }),
  );
}

async function* batches<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
