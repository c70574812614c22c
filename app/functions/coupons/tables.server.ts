import { sql } from "drizzle-orm";
import { index, pgTable, pgView, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import type { Cents } from "~/platform/money/cents";

/**
 * The states of a coupon. `waiting`: its addition to Shopify isn't confirmed yet. `free`: an order may get it. `assigned`: an order has it.
 * `removing`: its import is being undone, or it is being deactivated. `deactivated`: Shopify no longer has its code. `failed`: Shopify
 * refused its code.
 */
export type CouponState = "waiting" | "free" | "assigned" | "removing" | "deactivated" | "failed";

/** What a batch does with codes in Shopify. */
export type BatchKind = "add" | "remove";

/** A discount whose codes are assigned to paid orders, with the rule that decides which orders get one. */
export const couponPools = pgTable(
  "coupon_pools",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    /** The title that the discount is created with, then as it was last read from Shopify. The old one, if another pool has the new one. */
    name: column.text("name").notNull(),
    /** The number in Shopify's id of the discount. Null until its first codes are added. */
    discountNumber: column.bigint("discount_number", { mode: "number" }),
    /** What the discount takes off: one of the two. Neither for an existing discount of another kind. */
    percent: column.doublePrecision("percent"),
    amountCents: column.bigint("amount_cents", { mode: "number" }).$type<Cents>(),
    oncePerCustomer: column.boolean("once_per_customer").notNull(),
    startsAt: column.timestamp("starts_at", { withTimezone: true }).notNull(),
    endsAt: column.timestamp("ends_at", { withTimezone: true }),
    /** Whether paid orders get codes. */
    assigns: column.boolean("assigns").notNull().default(false),
    /** When that was turned on. Earlier orders get none. */
    assignsSince: column.timestamp("assigns_since", { withTimezone: true }),
    /** The rule: all that is set must hold. The product is the number in Shopify's id. */
    productId: column.bigint("product_id", { mode: "number" }),
    /** Of the order or of its customer. */
    tag: column.text("tag"),
    minimumCents: column.bigint("minimum_cents", { mode: "number" }).$type<Cents>(),
    /** The number of free codes at which an email is sent. */
    alertLevel: column.integer("alert_level"),
    /** The email's recipient. Null for the owner. */
    alertTo: column.text("alert_to"),
    /** When the email was sent. Null while there are more free codes. */
    alertedAt: column.timestamp("alerted_at", { withTimezone: true }),
    ownerId: column.text("owner_id").notNull(),
    ownerName: column.text("owner_name").notNull(),
    version: column.integer("version").notNull().default(1),
    /** When the usage of its codes was last read from Shopify. */
    usageReadAt: column.timestamp("usage_read_at", { withTimezone: true }),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When it was archived. Orders get no codes of it, and its page lists it apart. */
    archivedAt: column.timestamp("archived_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("coupon_pools_by_name").on(table.shop, sql`lower(${table.name})`),
    uniqueIndex("coupon_pools_by_discount")
      .on(table.shop, table.discountNumber)
      .where(sql`discount_number IS NOT NULL`),
  ],
);

/** A coupon: a code of a discount, the order that it was assigned to, and the order that redeemed it. */
export const couponCodes = pgTable(
  "coupon_codes",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    poolId: column.bigint("pool_id", { mode: "number" }).notNull(),
    code: column.text("code").notNull(),
    /** The number in Shopify's id of the code. Null until it was read. */
    redeemCodeNumber: column.bigint("redeem_code_number", { mode: "number" }),
    state: column.text("state").$type<CouponState>().notNull().default("waiting"),
    /** Why Shopify refused it. */
    message: column.text("message"),
    importRunId: column.uuid("import_run_id"),
    /** The row's number in the imported sheet. */
    importRow: column.integer("import_row"),
    /** The batch that adds it to or removes it from Shopify. */
    batchId: column.uuid("batch_id"),
    orderId: column.bigint("order_id", { mode: "number" }),
    orderName: column.text("order_name"),
    assignedAt: column.timestamp("assigned_at", { withTimezone: true }),
    /** The latest email with it. */
    mailId: column.uuid("mail_id"),
    redeemedOrderId: column.bigint("redeemed_order_id", { mode: "number" }),
    redeemedOrderName: column.text("redeemed_order_name"),
    redeemedAt: column.timestamp("redeemed_at", { withTimezone: true }),
    /** How often it was used, as Shopify last counted. */
    usageCount: column.integer("usage_count").notNull().default(0),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When it was deactivated, until Shopify has its code again. */
    deactivatedAt: column.timestamp("deactivated_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("coupon_codes_by_code").on(table.shop, sql`lower(${table.code})`),
    uniqueIndex("coupon_codes_one_per_order")
      .on(table.shop, table.poolId, table.orderId)
      .where(sql`order_id IS NOT NULL`),
    index("coupon_codes_of_order").on(table.shop, table.orderId).where(sql`order_id IS NOT NULL`),
    index("coupon_codes_free")
      .on(table.shop, table.poolId, table.id)
      .where(sql`state = 'free' AND redeemed_at IS NULL`),
    index("coupon_codes_deactivated").on(table.shop, table.id).where(sql`deactivated_at IS NOT NULL`),
    index("coupon_codes_redeemed").on(table.shop, table.poolId).where(sql`redeemed_at IS NOT NULL`),
    index("coupon_codes_unsent")
      .on(table.shop, table.poolId, table.id)
      .where(sql`state IN ('waiting', 'removing')`),
    index("coupon_codes_assigned")
      .on(table.shop, table.poolId, table.assignedAt)
      .where(sql`assigned_at IS NOT NULL`),
    index("coupon_codes_by_date").on(
      table.shop,
      sql`coalesce(${table.assignedAt}, '-infinity'::timestamptz) DESC`,
      table.id.desc().nullsFirst(),
    ),
    uniqueIndex("coupon_codes_of_import")
      .on(table.shop, table.importRunId, table.importRow)
      .where(sql`import_run_id IS NOT NULL`),
    index("coupon_codes_of_batch").on(table.shop, table.batchId).where(sql`batch_id IS NOT NULL`),
    index("coupon_codes_by_order_name").on(table.shop, table.orderName).where(sql`order_name IS NOT NULL`),
    index("coupon_codes_search").using("gin", sql`lower(${table.code}) gin_trgm_ops`),
  ],
);

/** The coupons of the transaction's shop, for searches: as `customersOfShop` in `app/domain/customers/tables.server.ts`. */
export const couponCodesOfShop = pgView("coupon_codes_of_shop").as((view) =>
  view.select().from(couponCodes).where(sql`${couponCodes.shop} = current_setting('app.shop')`),
);

/** The orders that a pool owes a code or gave one. The primary key allows an order one code of a pool. */
export const couponOrders = pgTable(
  "coupon_orders",
  (column) => ({
    shop: column.text("shop").notNull(),
    poolId: column.bigint("pool_id", { mode: "number" }).notNull(),
    orderId: column.bigint("order_id", { mode: "number" }).notNull(),
    /** The coupon. Null while the pool has no free code. */
    couponId: column.bigint("coupon_id", { mode: "number" }),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.poolId, table.orderId] }),
    index("coupon_orders_waiting")
      .on(table.shop, table.poolId, table.createdAt)
      .where(sql`coupon_id IS NULL`),
  ],
);

/** Codes that are being added to a discount or removed from it: an intent, at most one per pool. */
export const couponBatches = pgTable(
  "coupon_batches",
  (column) => ({
    shop: column.text("shop").notNull(),
    poolId: column.bigint("pool_id", { mode: "number" }).notNull(),
    id: column.uuid("id").notNull(),
    kind: column.text("kind").$type<BatchKind>().notNull(),
    /** Shopify's id of the bulk creation or the job. Null until the codes were sent. */
    remoteId: column.text("remote_id"),
    attempt: column.integer("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.poolId] })],
);
