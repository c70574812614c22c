import { sql } from "drizzle-orm";
import { bigint, index, pgTable, pgView, primaryKey, timestamp } from "drizzle-orm/pg-core";
import type { Cents } from "~/platform/money/cents";
import type { LineAttribute } from "./mirror-row";

const instant = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: "number" }).$type<Cents>().notNull();

/** The mirror of the store's orders. Shopify is the source of truth. Amounts are in the shop's currency. */
export const orders = pgTable(
  "orders",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    id: column.bigint("id", { mode: "number" }).notNull(),
    /** With the shop's prefix, such as #1001. */
    name: column.text("name").notNull(),
    /** The number in the id of the customer. Null for an order without one, and after the customer's erasure. */
    customerId: column.bigint("customer_id", { mode: "number" }),
    /** The order is from this moment. An imported one was created in Shopify later. */
    processedAt: instant("processed_at").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    cancelledAt: instant("cancelled_at"),
    /** Of the last fulfillment. */
    fulfilledAt: instant("fulfilled_at"),
    /** Of the last parcel. Null until all parcels are delivered. */
    deliveredAt: instant("delivered_at"),
    /** Shopify's OrderDisplayFinancialStatus, such as PAID. */
    financialStatus: column.text("financial_status").notNull(),
    /** Shopify's OrderDisplayFulfillmentStatus, such as FULFILLED. */
    fulfillmentStatus: column.text("fulfillment_status").notNull(),
    /** Shopify's OrderReturnStatus, such as NO_RETURN. */
    returnStatus: column.text("return_status").notNull(),
    /** Shopify's OrderRiskRecommendationResult, such as ACCEPT. */
    risk: column.text("risk").notNull(),
    test: column.boolean("test").notNull(),
    /** The channel, such as web. */
    sourceName: column.text("source_name"),
    /** The id in the system that created the order. */
    sourceIdentifier: column.text("source_identifier"),
    tags: column.text("tags").array().notNull().default([]),
    /** As their discounts write them. */
    discountCodes: column.text("discount_codes").array().notNull().default([]),
    totalCents: cents("total_cents"),
    discountCents: cents("discount_cents"),
    refundedCents: cents("refunded_cents"),
    /** When this row was last read from, or written through to, Shopify. */
    mirroredAt: instant("mirrored_at").notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("orders_by_name").on(table.shop, table.name, table.id),
    index("orders_of_customer").on(
      table.shop,
      table.customerId,
      table.processedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("orders_by_day").on(table.shop, table.processedAt, table.id),
    index("orders_by_source_identifier")
      .on(table.shop, table.sourceIdentifier)
      .where(sql`${table.sourceIdentifier} IS NOT NULL`),
    index("orders_by_discount_code")
      .using("gin", table.discountCodes)
      .where(sql`${table.discountCodes} <> '{}'`),
  ],
);

/** The mirror of their lines. Each is written and deleted together with its order. */
export const orderLines = pgTable(
  "order_lines",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    id: column.bigint("id", { mode: "number" }).notNull(),
    orderId: column.bigint("order_id", { mode: "number" }).notNull(),
    /** From 1, in the order of the order's page. */
    position: column.integer("position").notNull(),
    sku: column.text("sku"),
    title: column.text("title").notNull(),
    quantity: column.integer("quantity").notNull(),
    /** Without the units that were removed or refunded. */
    currentQuantity: column.integer("current_quantity").notNull(),
    /** Of one unit, before discounts. */
    priceCents: cents("price_cents"),
    /** Of all units, after all discounts. */
    totalCents: cents("total_cents"),
    /** The bundle that the line is a component of: Shopify's line item group. Null for a line of its own. */
    groupId: column.text("group_id"),
    groupTitle: column.text("group_title"),
    groupSku: column.text("group_sku"),
    groupQuantity: column.integer("group_quantity"),
    /** What the cart added, such as an engraving. */
    attributes: column.jsonb("attributes").$type<LineAttribute[]>().notNull().default([]),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("lines_of_order").on(table.shop, table.orderId, table.position, table.id),
  ],
);

/** The orders of the transaction's shop, for lists and other modules: as `productsOfShop`. */
export const ordersOfShop = pgView("orders_of_shop").as((view) =>
  view.select().from(orders).where(sql`${orders.shop} = current_setting('app.shop')`),
);

/** The lines of the transaction's shop, for lists and other modules. */
export const orderLinesOfShop = pgView("order_lines_of_shop").as((view) =>
  view.select().from(orderLines).where(sql`${orderLines.shop} = current_setting('app.shop')`),
);

/** Orders that must be read again, because a webhook named them and the mirror is older than the event. */
export const staleOrders = pgTable(
  "stale_orders",
  (column) => ({
    shop: column.text("shop").notNull(),
    orderId: column.bigint("order_id", { mode: "number" }).notNull(),
    queuedAt: instant("queued_at").notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.orderId] })],
);
