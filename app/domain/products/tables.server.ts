import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Cents } from "~/platform/money/cents";
import { lacksAltTexts, lacksPictures } from "./media-conditions.server";
import type { ProductCollection, ProductMedia, ProductMetafields, VariantOption } from "./mirror-row";

/** The mirror of the store's products of every status. Shopify is the source of truth. */
export const products = pgTable(
  "products",
  {
    shop: text("shop").notNull(),
    /** The number in Shopify's id. */
    id: bigint("id", { mode: "number" }).notNull(),
    handle: text("handle").notNull(),
    title: text("title").notNull(),
    vendor: text("vendor").notNull(),
    productType: text("product_type").notNull(),
    /** ACTIVE, ARCHIVED, DRAFT or UNLISTED. */
    status: text("status").notNull(),
    tags: text("tags").array().notNull().default([]),
    collections: jsonb("collections").$type<ProductCollection[]>().notNull().default([]),
    /** In the order of the product's page. */
    media: jsonb("media").$type<ProductMedia[]>().notNull().default([]),
    metafields: jsonb("metafields").$type<ProductMetafields>().notNull().default({}),
    /** Null until the product is read again after the update that added this column. */
    descriptionHtml: text("description_html"),
    /** On the online store, maybe only from a later time on. Null as above. */
    isPublished: boolean("is_published"),
    publishedAt: timestamp("published_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
    /** When this row was last read from, or written through to, Shopify. */
    mirroredAt: timestamp("mirrored_at", { withTimezone: true }).notNull().defaultNow(),
  },
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
    index("products_title_search").using("gin", sql`lower(${table.title}) gin_trgm_ops`),
    index("products_handle_search").using("gin", sql`lower(${table.handle}) gin_trgm_ops`),
  ],
);

/** The mirror of their variants. Each is written and deleted together with its product. Amounts are in the shop's currency. */
export const variants = pgTable(
  "variants",
  {
    shop: text("shop").notNull(),
    /** The number in Shopify's id. */
    id: bigint("id", { mode: "number" }).notNull(),
    productId: bigint("product_id", { mode: "number" }).notNull(),
    /** From 1. */
    position: integer("position").notNull(),
    title: text("title").notNull(),
    /** Null without one. Several variants may have the same. */
    sku: text("sku"),
    barcode: text("barcode"),
    priceCents: bigint("price_cents", { mode: "number" }).$type<Cents>().notNull(),
    compareAtPriceCents: bigint("compare_at_price_cents", { mode: "number" }).$type<Cents>(),
    /** Null where the store has no cost for it. */
    unitCostCents: bigint("unit_cost_cents", { mode: "number" }).$type<Cents>(),
    /** Size, color, in the order of the product's page. Empty until the product is read again after the update that added this column. */
    options: jsonb("options").$type<VariantOption[]>().notNull().default([]),
    /** Whether shoppers can buy it. Null as above. */
    isAvailable: boolean("is_available"),
    /** Whether the store counts its stock. Null as above. */
    isTracked: boolean("is_tracked"),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
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
  {
    shop: text("shop").notNull(),
    productId: bigint("product_id", { mode: "number" }).notNull(),
    queuedAt: timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.productId] })],
);
