import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import type { UpsAddress, UpsTracking } from "~/connectors/ups/port";
import type { Cents } from "~/platform/money/cents";

/** Why a return doesn't exist. */
export type ReturnFailure = "ups" | "shopify" | "canceled";

/** A line of a return. */
export interface CaseLine {
  lineItemId: string;
  fulfillmentLineItemId: string;
  quantity: number;
  /** The id of a reason's definition in Shopify. */
  reasonId: string | null;
}

/** Returns that were created here, as intents. Each external step that was done is recorded in its column. */
export const returnCases = pgTable(
  "return_cases",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The id that the caller made. Without hyphens, it is the reference number of the label. */
    id: column.uuid("id").notNull(),
    /** Hash of the request. The id is refused for another one. */
    requestHash: column.text("request_hash").notNull(),
    /** Shopify's id. */
    orderId: column.text("order_id").notNull(),
    orderName: column.text("order_name").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }),
    lines: column.jsonb("lines").$type<CaseLine[]>().notNull(),
    /** The sender of the package. Null when the person was erased. */
    sender: column.jsonb("sender").$type<UpsAddress>(),
    /** Whether the address was changed for this return. */
    isEdited: column.boolean("is_edited").notNull(),
    /** Hundredths of a pound. */
    weight: column.integer("weight").notNull(),
    /** Hundredths of a percent of the price that is kept when the items are refunded. */
    restockingFee: column.integer("restocking_fee").notNull().default(0),
    /** Kept for the label, in the currency's cents. */
    shippingFeeCents: column.integer("shipping_fee_cents").notNull().default(0),
    madeById: column.text("made_by_id").notNull(),
    madeByName: column.text("made_by_name").notNull(),
    state: column.text("state").$type<"started" | "done" | "failed">().notNull(),
    attempt: column.integer("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
    /** The label that UPS sold. */
    shipmentId: column.text("shipment_id"),
    trackingNumber: column.text("tracking_number"),
    /** What UPS charges for it. Null where UPS didn't say it. */
    labelCents: column.integer("label_cents").$type<Cents>(),
    labelCurrency: column.text("label_currency"),
    labelVoidedAt: column.timestamp("label_voided_at", { withTimezone: true }),
    /** The attachment with the label as a PDF. */
    labelId: column.uuid("label_id"),
    returnGid: column.text("return_gid"),
    returnCanceledAt: column.timestamp("return_canceled_at", { withTimezone: true }),
    /** Who refused it for good, or that an administrator canceled it later. From then on, its steps are undone. */
    failure: column.text("failure").$type<ReturnFailure>(),
    failureReason: column.text("failure_reason"),
    /** When UPS is asked again whether it sold a label after all. */
    recheckAt: column.timestamp("recheck_at", { withTimezone: true }),
    /**
     * When it was looked up in Shopify and at UPS, after it was created. Null when it must be looked up soon. While it is being looked
     * up, a moment that makes it due again soon.
     */
    followedAt: column.timestamp("followed_at", { withTimezone: true }),
    /** When all of its units were seen as refunded. */
    paidAt: column.timestamp("paid_at", { withTimezone: true }),
    /** When it was seen as closed or canceled in Shopify. */
    closedAt: column.timestamp("closed_at", { withTimezone: true }),
    packageState: column.text("package_state").$type<UpsTracking["state"]>(),
    /** UPS's words. */
    packageStatus: column.text("package_status"),
    /** When UPS was first seen to answer this state. */
    packageStateAt: column.timestamp("package_state_at", { withTimezone: true }),
    /** When an administrator dismissed its failure. */
    dismissedAt: column.timestamp("dismissed_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    // The lock: one return of an order is created at a time.
    uniqueIndex("return_cases_open").on(table.shop, table.orderId).where(sql`state = 'started'`),
    index("return_cases_of_an_order").on(table.shop, table.orderId),
    index("return_cases_leases").on(table.shop, table.startedAt).where(sql`state = 'started'`),
    index("return_cases_of_a_customer").on(table.shop, table.customerId).where(sql`customer_id IS NOT NULL`),
    // Open returns by age.
    index("return_cases_to_refund")
      .on(table.shop, table.finishedAt, table.id)
      .where(sql`state = 'done' AND paid_at IS NULL AND closed_at IS NULL`),
    // What hasn't succeeded, for the list of open returns.
    index("return_cases_attempts")
      .on(table.shop, table.startedAt)
      .where(
        sql`state = 'started' OR (dismissed_at IS NULL AND (state = 'failed' OR failure_reason IS NOT NULL))`,
      ),
    index("return_cases_to_recheck").on(table.shop, table.recheckAt).where(sql`recheck_at IS NOT NULL`),
  ],
);

/** The disposition of the received units of a line. Missing units aren't refunded. */
export type Disposition = "RESTOCKED" | "NOT_RESTOCKED" | "MISSING";

/** Units of a line of a return that is processed. A line has one entry for each disposition of its units. */
export interface ProcessedLine {
  /** Shopify's id of the return's line. */
  id: string;
  reverseLineId: string;
  quantity: number;
  disposition: Disposition;
  /** Shopify's id of the location. Null unless it is restocked. */
  locationId: string | null;
}

/** Where the money of a return goes. `none`: it is refunded in Shopify. */
export type RefundTo = "storeCredit" | "none";

/** Returns whose items arrived, as intents: the dispositions of the items, and the refund to store credit. */
export const returnRefunds = pgTable(
  "return_refunds",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The id that the caller made. */
    id: column.uuid("id").notNull(),
    /** Hash of the request. The id is refused for another one. */
    requestHash: column.text("request_hash").notNull(),
    returnGid: column.text("return_gid").notNull(),
    returnName: column.text("return_name").notNull(),
    orderId: column.text("order_id").notNull(),
    orderName: column.text("order_name").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }),
    lines: column.jsonb("lines").$type<ProcessedLine[]>().notNull(),
    refundTo: column.text("refund_to").$type<RefundTo>().notNull(),
    amountCents: column.bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    madeById: column.text("made_by_id").notNull(),
    madeByName: column.text("made_by_name").notNull(),
    madeByEmail: column.text("made_by_email").notNull(),
    state: column.text("state").$type<"started" | "done" | "failed">().notNull(),
    attempt: column.integer("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
    /** When Shopify had recorded the received items. */
    processedAt: column.timestamp("processed_at", { withTimezone: true }),
    /** The ledger's posting of the refund. */
    postingId: column.uuid("posting_id"),
    /** The request that a second administrator must approve. */
    approvalId: column.uuid("approval_id"),
    /** Why the processing failed, or why there is no credit. */
    problem: column.text("problem"),
    /** When an administrator dismissed its failure. */
    dismissedAt: column.timestamp("dismissed_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    // A return is processed and refunded once. It is also the lock.
    uniqueIndex("return_refunds_once").on(table.shop, table.returnGid).where(sql`state <> 'failed'`),
    index("return_refunds_of_an_order").on(table.shop, table.orderId),
    index("return_refunds_attempts")
      .on(table.shop, table.startedAt)
      .where(sql`state = 'started' OR (state = 'failed' AND dismissed_at IS NULL)`),
    // Received, but without the credit.
    index("return_refunds_without_credit")
      .on(table.shop, table.startedAt)
      .where(sql`state = 'done' AND problem IS NOT NULL AND dismissed_at IS NULL`),
    index("return_refunds_leases").on(table.shop, table.startedAt).where(sql`state = 'started'`),
    index("return_refunds_of_a_customer")
      .on(table.shop, table.customerId)
      .where(sql`customer_id IS NOT NULL`),
  ],
);
