import { sql } from "drizzle-orm";
import { index, pgTable, pgView, primaryKey } from "drizzle-orm/pg-core";
import type { Cents } from "~/platform/money/cents";

/** Instead of a price list's number: the store's own price, which applies where no price list does. */
export const STORE_PRICE = 0;

/** Every change of a variant's price, one row each. Append-only. Amounts are in the row's currency. */
export const priceLog = pgTable(
  "price_log",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The order of recording. */
    id: column.bigserial("id", { mode: "number" }).notNull(),
    /** Shopify's time of the change. Of a price list, which has none: when it was read. Never before the variant's previous entry. */
    changedAt: column.timestamp("changed_at", { withTimezone: true }).notNull(),
    /** The number in Shopify's id. */
    variantId: column.bigint("variant_id", { mode: "number" }).notNull(),
    productId: column.bigint("product_id", { mode: "number" }).notNull(),
    /** At the time of the change. Null without one. */
    sku: column.text("sku"),
    /** Of the product and the variant, at the time of the change. */
    title: column.text("title").notNull(),
    currency: column.text("currency").notNull(),
    /** Null when the price list had no price of its own for the variant. */
    previousCents: column.bigint("previous_cents", { mode: "number" }).$type<Cents>(),
    /** Null when the price list no longer has a price of its own for the variant. */
    currentCents: column.bigint("current_cents", { mode: "number" }).$type<Cents>(),
    previousCompareAtCents: column.bigint("previous_compare_at_cents", { mode: "number" }).$type<Cents>(),
    compareAtCents: column.bigint("compare_at_cents", { mode: "number" }).$type<Cents>(),
    /** By how much the price changed, in percent. Null without a previous price, and after a price of 0. */
    changePercent: column
      .numeric("change_percent", { precision: 22, scale: 2 })
      .generatedAlwaysAs(sql`round((current_cents - previous_cents) * 100.0 / nullif(previous_cents, 0), 2)`),
    /** The number of the price list. 0 is the store's own price. */
    priceListId: column.bigint("price_list_id", { mode: "number" }).notNull(),
    /** The catalog or price list that the price belongs to. Empty for the store's own price. */
    customerType: column.text("customer_type").notNull(),
    /** What in Backroom changed it. Null when it was changed outside Backroom. */
    source: column.text("source"),
    /** The administrator who changed it through Backroom. */
    actorId: column.text("actor_id"),
    actorName: column.text("actor_name"),
    recordedAt: column.timestamp("recorded_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("price_log_by_time").on(
      table.shop,
      table.changedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("price_log_by_sku").on(
      table.shop,
      table.sku,
      table.changedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("price_log_by_variant").on(
      table.shop,
      table.variantId,
      table.priceListId,
      table.changedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/** The log of the transaction's shop, for searches: as `customersOfShop` in `app/domain/customers/tables.server.ts`. */
export const priceLogOfShop = pgView("price_log_of_shop").as((view) =>
  view.select().from(priceLog).where(sql`${priceLog.shop} = current_setting('app.shop')`),
);

/** The SKUs that the log has. A search looks for a part of a SKU here, in fewer rows than the log's. */
export const priceLogSkus = pgTable(
  "price_log_skus",
  (column) => ({
    shop: column.text("shop").notNull(),
    sku: column.text("sku").notNull(),
    /** All its parts of five characters, in lowercase. Null for a shorter SKU. */
    fivegrams: column.text("fivegrams").array().generatedAlwaysAs(sql`fivegrams(sku)`),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.sku] }),
    index("price_log_skus_search").using("gin", sql`lower(${table.sku}) gin_trgm_ops`),
    index("price_log_skus_fivegrams").using("gin", table.fivegrams),
  ],
);

/** The rows of the transaction's shop. */
export const priceLogSkusOfShop = pgView("price_log_skus_of_shop").as((view) =>
  view.select().from(priceLogSkus).where(sql`${priceLogSkus.shop} = current_setting('app.shop')`),
);

/**
 * How many entries the log has per day (UTC): the sum of a day's rows. Each recording adds rows and locks none, so that writers
 * never wait for each other. A task adds them up.
 */
export const priceLogCounts = pgTable(
  "price_log_counts",
  (column) => ({
    shop: column.text("shop").notNull(),
    day: column.date("day", { mode: "string" }).notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    ofPriceLists: column.boolean("of_price_lists").notNull(),
    entries: column.integer("entries").notNull(),
    /** Whether its entries are in the count of their 32 days, too. */
    isInPart: column.boolean("is_in_part").notNull().default(false),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.day, table.id] }),
    index("price_log_counts_not_in_part").on(table.shop, table.day).where(sql`NOT ${table.isInPart}`),
  ],
);

/** How many entries the log has per 32 days, without the counts that are not `isInPart` yet. The same task adds them up. */
export const priceLogPartCounts = pgTable(
  "price_log_part_counts",
  (column) => ({
    shop: column.text("shop").notNull(),
    firstDay: column.date("first_day", { mode: "string" }).notNull(),
    ofPriceLists: column.boolean("of_price_lists").notNull(),
    entries: column.bigint("entries", { mode: "number" }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.firstDay, table.ofPriceLists] })],
);

/** The last price that was recorded of each variant, in the store and in each price list. What differs from it is a change. */
export const recordedPrices = pgTable(
  "recorded_prices",
  (column) => ({
    shop: column.text("shop").notNull(),
    priceListId: column.bigint("price_list_id", { mode: "number" }).notNull(),
    variantId: column.bigint("variant_id", { mode: "number" }).notNull(),
    currency: column.text("currency").notNull(),
    priceCents: column.bigint("price_cents", { mode: "number" }).$type<Cents>().notNull(),
    compareAtCents: column.bigint("compare_at_cents", { mode: "number" }).$type<Cents>(),
    /** Of the last change. */
    changedAt: column.timestamp("changed_at", { withTimezone: true }).notNull(),
    /** Since when each of its changes is recorded. */
    since: column.timestamp("since", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.priceListId, table.variantId] })],
);

/**
 * Prices that Backroom is about to set, with who sets them. Committed before Shopify is called, so that the change is recorded with
 * its administrator whatever reports it first: Shopify's answer, its webhook, or a reading after a crash.
 */
export const announcedPrices = pgTable(
  "announced_prices",
  (column) => ({
    shop: column.text("shop").notNull(),
    variantId: column.bigint("variant_id", { mode: "number" }).notNull(),
    priceCents: column.bigint("price_cents", { mode: "number" }).$type<Cents>().notNull(),
    compareAtCents: column.bigint("compare_at_cents", { mode: "number" }).$type<Cents>(),
    source: column.text("source").notNull(),
    actorId: column.text("actor_id").notNull(),
    actorName: column.text("actor_name").notNull(),
    announcedAt: column.timestamp("announced_at", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.variantId] })],
);

/** The price lists whose prices are recorded. */
export const recordedPriceLists = pgTable(
  "recorded_price_lists",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    id: column.bigint("id", { mode: "number" }).notNull(),
    /** The catalog's title, or the price list's name without a catalog. */
    name: column.text("name").notNull(),
    /** When it was last read to its end. Its first reading records no changes. */
    readAt: column.timestamp("read_at", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);
