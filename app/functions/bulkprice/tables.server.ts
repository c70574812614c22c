import { type SQL, sql } from "drizzle-orm";
import { index, pgTable, pgView, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { endOfDay } from "~/platform/dates/day-range";
import type { Cents } from "~/platform/money/cents";
import type { PriceState, VariantState } from "./states";

/**
 * What the next due price is first by: prices that have still to be applied, by their date, then the others, latest date first. A price of
 * the past is behind each one of the future, because its microseconds since 1970 count down from those of the year 5138.
 */
export const dueOrder = (row: SQL = sql``): SQL =>
  sql`(CASE WHEN ${row}state IN ('scheduled', 'paused', 'applying')
            THEN (extract(epoch FROM ${row}effective_at AT TIME ZONE 'UTC') * 1000000)::bigint
            ELSE 100000000000000000 - (extract(epoch FROM ${row}effective_at AT TIME ZONE 'UTC') * 1000000)::bigint END)`;

/** Whether a price is still to start until midnight in the shop's calendar, of `price_schedules AS s`. */
export const startsToday = (now: Date, timeZone: string): SQL =>
  sql`(s.state = 'scheduled' AND s.effective_at <= ${endOfDay(now, timeZone, 0)})`;

/** A price that the variants with a SKU get at a moment. Amounts are in the shop's currency. */
export const priceSchedules = pgTable(
  "price_schedules",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    sku: column.text("sku").notNull(),
    priceCents: column.bigint("price_cents", { mode: "number" }).$type<Cents>().notNull(),
    /** Null for none: then the variant has none afterward. */
    compareAtCents: column.bigint("compare_at_cents", { mode: "number" }).$type<Cents>(),
    effectiveAt: column.timestamp("effective_at", { withTimezone: true }).notNull(),
    /** When its variants get the prices back that they had before. Null for never. */
    endAt: column.timestamp("end_at", { withTimezone: true }),
    /** Whether its products have the below-MAPP tag while this price is the applied one. */
    belowMapp: column.boolean("below_mapp").notNull(),
    state: column.text("state").$type<PriceState>().notNull().default("scheduled"),
    version: column.integer("version").notNull().default(1),
    /** The lowest price of the SKU's variants when this one was scheduled or edited. */
    seenCents: column.bigint("seen_cents", { mode: "number" }).$type<Cents>(),
    /** Why it failed, or what is remarkable about it. */
    message: column.text("message"),
    importRunId: column.uuid("import_run_id"),
    /** The row's number in the imported sheet. */
    importRow: column.integer("import_row"),
    /** The job that applies it. */
    jobId: column.uuid("job_id"),
    /** The job that returns the earlier prices at the end date. */
    returnJobId: column.uuid("return_job_id"),
    appliedAt: column.timestamp("applied_at", { withTimezone: true }),
    /** The administrator who scheduled it, or edited it last. */
    actorId: column.text("actor_id").notNull(),
    actorName: column.text("actor_name").notNull(),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("price_schedules_by_date").on(
      table.shop,
      table.effectiveAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("price_schedules_by_due").on(table.shop, dueOrder(), table.id),
    index("price_schedules_by_state").on(table.shop, table.state, dueOrder(), table.id),
    index("price_schedules_by_sku").on(table.shop, table.sku, table.id),
    index("price_schedules_due").on(table.shop, table.effectiveAt).where(sql`state = 'scheduled'`),
    index("price_schedules_by_end").on(table.shop, table.endAt).where(sql`end_at IS NOT NULL`),
    index("price_schedules_returning")
      .on(table.shop, table.returnJobId)
      .where(sql`return_job_id IS NOT NULL`),
    index("price_schedules_applying").on(table.shop, table.jobId).where(sql`state = 'applying'`),
    uniqueIndex("price_schedules_one_per_moment")
      .on(table.shop, table.sku, table.effectiveAt)
      .where(sql`state IN ('scheduled', 'paused')`),
    uniqueIndex("price_schedules_of_import")
      .on(table.shop, table.importRunId, table.importRow)
      .where(sql`import_run_id IS NOT NULL`),
  ],
);

/** The scheduled prices of the transaction's shop, for searches: as `customersOfShop` in `app/domain/customers/tables.server.ts`. */
export const priceSchedulesOfShop = pgView("price_schedules_of_shop").as((view) =>
  view.select().from(priceSchedules).where(sql`${priceSchedules.shop} = current_setting('app.shop')`),
);

/** The SKUs that scheduled prices have. A search looks for a part of a SKU here, in fewer rows. A trigger adds them. */
export const priceScheduleSkus = pgTable(
  "price_schedule_skus",
  (column) => ({
    shop: column.text("shop").notNull(),
    sku: column.text("sku").notNull(),
    /** All its parts of five characters, in lowercase. Null for a shorter SKU. */
    fivegrams: column.text("fivegrams").array().generatedAlwaysAs(sql`fivegrams(sku)`),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.sku] }),
    index("price_schedule_skus_search").using("gin", sql`lower(${table.sku}) gin_trgm_ops`),
    index("price_schedule_skus_fivegrams").using("gin", table.fivegrams),
  ],
);

/** The rows of the transaction's shop. */
export const priceScheduleSkusOfShop = pgView("price_schedule_skus_of_shop").as((view) =>
  view.select().from(priceScheduleSkus).where(sql`${priceScheduleSkus.shop} = current_setting('app.shop')`),
);

/** What a scheduled price did to each variant, with the values before. Its rows exist from the moment at which it is due. */
export const scheduledVariants = pgTable(
  "scheduled_variants",
  (column) => ({
    shop: column.text("shop").notNull(),
    scheduleId: column.bigint("schedule_id", { mode: "number" }).notNull(),
    /** The number in Shopify's id. */
    variantId: column.bigint("variant_id", { mode: "number" }).notNull(),
    productId: column.bigint("product_id", { mode: "number" }).notNull(),
    jobId: column.uuid("job_id").notNull(),
    state: column.text("state").$type<VariantState>().notNull().default("waiting"),
    /** Stored before the change is sent. */
    previousCents: column.bigint("previous_cents", { mode: "number" }).$type<Cents>(),
    previousCompareAtCents: column.bigint("previous_compare_at_cents", { mode: "number" }).$type<Cents>(),
    message: column.text("message"),
    appliedAt: column.timestamp("applied_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.scheduleId, table.variantId] }),
    index("scheduled_variants_of_job").on(table.shop, table.jobId, table.productId),
    index("scheduled_variants_of_product").on(table.shop, table.productId, table.variantId),
  ],
);

/** Lists of SKUs that were entered to choose products, by the digest of their SKUs, so that an address can name one. */
export const priceSkuLists = pgTable(
  "price_sku_lists",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    skus: column.text("skus").array().notNull(),
    /** When it was last entered. */
    enteredAt: column.timestamp("entered_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("price_sku_lists_by_age").on(table.shop, table.enteredAt),
  ],
);

/** The products that Backroom gave the below-MAPP tag. One that was tagged elsewhere keeps its tag. */
export const belowMappTags = pgTable(
  "below_mapp_tags",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    productId: column.bigint("product_id", { mode: "number" }).notNull(),
    setAt: column.timestamp("set_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.productId] })],
);
