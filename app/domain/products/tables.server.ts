import { sql } from "drizzle-orm";
import { index, pgTable, pgView, primaryKey } from "drizzle-orm/pg-core";
import type { Cents } from "~/platform/money/cents";
import { lacksAltTexts, lacksPictures } from "./media-conditions.server";
import type { ProductCollection, ProductMedia, ProductMetafields, VariantOption } from "./mirror-row";

/** The mirror of the store's products of every status. Shopify is the source of truth. */
export const products = pgTable(
  "products",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    id: column.bigint("id", { mode: "number" }).notNull(),
    handle: column.text("handle").notNull(),
    title: column.text("title").notNull(),
    vendor: column.text("vendor").notNull(),
    productType: column.text("product_type").notNull(),
    /** ACTIVE, ARCHIVED, DRAFT or UNLISTED. */
    status: column.text("status").notNull(),
    tags: column.text("tags").array().notNull().default([]),
    collections: column.jsonb("collections").$type<ProductCollection[]>().notNull().default([]),
    /** In the order of the product's page. */
    media: column.jsonb("media").$type<ProductMedia[]>().notNull().default([]),
    metafields: column.jsonb("metafields").$type<ProductMetafields>().notNull().default({}),
    /** Null until the product is read again after the update that added this column. */
    descriptionHtml: column.text("description_html"),
    /** On the online store, maybe only from a later time on. Null as above. */
    isPublished: column.boolean("is_published"),
    publishedAt: column.timestamp("published_at", { withTimezone: true }),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: column.timestamp("updated_at", { withTimezone: true }).notNull(),
    /** When this row was last read from, or written through to, Shopify. */
    mirroredAt: column.timestamp("mirrored_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("products_by_handle").on(table.shop, table.handle, table.id),
    index("products_by_vendor").on(table.shop, table.vendor, table.id),
    index("products_tags").using("gin", table.tags),
    index("products_collections").using("gin", table.collections.op("jsonb_path_ops")),
    index("products_by_title").on(table.shop, sql`lower(${table.title})`, table.id),
    index("products_without_pictures")
      .on(table.shop, sql`lower(${table.title})`, table.id)
      .where(lacksPictures(sql`media`, sql`status`)),
    index("products_without_alt_text")
      .on(table.shop, sql`lower(${table.title})`, table.id)
      .where(lacksAltTexts(sql`media`, sql`status`)),
    // Of what was mirrored since a moment. A rebuild updates each row's time, which a B-tree would have in every index of the table.
    index("products_by_mirroring").using("brin", table.mirroredAt).with({ pages_per_range: 4 }),
    index("products_title_search").using("gin", sql`lower(${table.title}) gin_trgm_ops`),
    index("products_handle_search").using("gin", sql`lower(${table.handle}) gin_trgm_ops`),
  ],
);

/** The mirror of their variants. Each is written and deleted together with its product. Amounts are in the shop's currency. */
export const variants = pgTable(
  "variants",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    id: column.bigint("id", { mode: "number" }).notNull(),
    productId: column.bigint("product_id", { mode: "number" }).notNull(),
    /** From 1. */
    position: column.integer("position").notNull(),
    title: column.text("title").notNull(),
    /** Null without one. Several variants may have the same. */
    sku: column.text("sku"),
    barcode: column.text("barcode"),
    priceCents: column.bigint("price_cents", { mode: "number" }).$type<Cents>().notNull(),
    compareAtPriceCents: column.bigint("compare_at_price_cents", { mode: "number" }).$type<Cents>(),
    /** Null where the store has no cost for it. */
    unitCostCents: column.bigint("unit_cost_cents", { mode: "number" }).$type<Cents>(),
    /** Size, color, in the order of the product's page. Empty until the product is read again after the update that added this column. */
    options: column.jsonb("options").$type<VariantOption[]>().notNull().default([]),
    /** Whether shoppers can buy it. Null as above. */
    isAvailable: column.boolean("is_available"),
    /** Whether the store counts its stock. Null as above. */
    isTracked: column.boolean("is_tracked"),
    updatedAt: column.timestamp("updated_at", { withTimezone: true }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("variants_of_product").on(table.shop, table.productId, table.position, table.id),
    index("variants_by_sku").on(table.shop, table.sku, table.id),
    index("variants_sku_search").using("gin", sql`lower(${table.sku}) gin_trgm_ops`),
  ],
);

/**
 * The products of the transaction's shop, for lists and other modules. Row-level security on the tables would prevent searches
 * from using their indexes. The views are restricted to the same shop by their own condition.
 */
export const productsOfShop = pgView("products_of_shop").as((view) =>
  view.select().from(products).where(sql`${products.shop} = current_setting('app.shop')`),
);

/** The variants of the transaction's shop, for lists and other modules. */
export const variantsOfShop = pgView("variants_of_shop").as((view) =>
  view.select().from(variants).where(sql`${variants.shop} = current_setting('app.shop')`),
);

/** Products that must be read again, because a webhook named them and the mirror is older than the event. */
export const staleProducts = pgTable(
  "stale_products",
  (column) => ({
    shop: column.text("shop").notNull(),
    productId: column.bigint("product_id", { mode: "number" }).notNull(),
    queuedAt: column.timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.productId] })],
);
