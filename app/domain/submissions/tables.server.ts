import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { Cents } from "~/platform/money/cents";
import type { Choices, FormTexts, SubmissionLimit } from "./form-fields";
import type { ReplyUse } from "./reply-text";
import type { FulfillmentStatus, Queue, RiskSignal, SubmissionStatus } from "./statuses";

/** The promotions that customers submit receipts for. Deleted ones are kept for their submissions. */
export const promotions = pgTable(
  "promotions",
  {
    shop: text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: integer("id").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    /** The first and last day of submissions in the shop's calendar. Null for no limit. */
    startDay: date("start_day", { mode: "string" }),
    endDay: date("end_day", { mode: "string" }),
    /** What the form offers, in this order. An empty list means that any text is accepted. */
    choices: jsonb("choices").$type<Choices>().notNull(),
    /** The form's own texts. */
    texts: jsonb("texts").$type<FormTexts>().notNull().default({}),
    /** The number in Shopify's id of the reward's variant. */
    rewardVariantId: bigint("reward_variant_id", { mode: "number" }).notNull(),
    /** Of the product and the variant, when the reward was selected. */
    rewardTitle: text("reward_title").notNull(),
    submissionLimit: text("submission_limit").$type<SubmissionLimit>().notNull(),
    /** Its submissions are on the tab Loyalty Order. */
    isLoyalty: boolean("is_loyalty").notNull().default(false),
    /** The last part of its public URL. */
    key: text("key").notNull(),
    isDeleted: boolean("is_deleted").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    createdById: text("created_by_id").notNull(),
    createdByName: text("created_by_name").notNull(),
    version: integer("version").notNull().default(1),
    operationId: uuid("operation_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("promotion_by_key").on(table.shop, table.key),
    uniqueIndex("one_promotion_per_operation").on(table.shop, table.operationId),
  ],
);

/** Reasons for denying a submission. A deleted one is kept for the submissions that were denied with it. */
export const denyReasons = pgTable(
  "deny_reasons",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    reason: text("reason").notNull(),
    /** Null: after those that have a position. */
    orderInList: integer("order_in_list"),
    /** It is for submissions of loyalty promotions only. */
    isLoyalty: boolean("is_loyalty").notNull().default(false),
    isDeleted: boolean("is_deleted").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_deny_reason")
      .on(table.shop, table.isLoyalty, sql`lower(${table.reason})`)
      .where(sql`NOT is_deleted`),
  ],
);

/** Reasons for putting a submission on hold. */
export const holdReasons = pgTable(
  "hold_reasons",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    reason: text("reason").notNull(),
    orderInList: integer("order_in_list"),
    isDeleted: boolean("is_deleted").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_hold_reason").on(table.shop, sql`lower(${table.reason})`).where(sql`NOT is_deleted`),
  ],
);

/** Texts that the account owner keeps for reviewers. */
export const replyTemplates = pgTable(
  "reply_templates",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    usedFor: text("used_for").$type<ReplyUse>().notNull(),
    name: text("name").notNull(),
    body: text("body").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_reply_template").on(table.shop, table.usedFor, sql`lower(${table.name})`),
  ],
);

/** What customers submitted, with its review, its order and its delivery. */
export const submissions = pgTable(
  "submissions",
  {
    shop: text("shop").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    promotionId: integer("promotion_id").notNull(),
    /** The promotion's switch when the submission was made. */
    isLoyalty: boolean("is_loyalty").notNull(),
    /** Made by the form. The same form sent twice is one submission. */
    operationId: uuid("operation_id").notNull(),
    /** The id of the link to its status page. */
    linkId: uuid("link_id").notNull(),
    status: text("status").$type<SubmissionStatus>().notNull().default("Unassigned"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    version: integer("version").notNull().default(1),

    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** Null after erasure. */
    email: text("email"),
    gender: text("gender"),
    ageRange: text("age_range"),
    purchasingMethod: text("purchasing_method").notNull(),
    purchaseDay: date("purchase_day", { mode: "string" }).notNull(),
    receiptId: text("receipt_id").notNull(),
    /** The receipt id for comparison: letters and digits in lowercase. */
    receiptKey: text("receipt_key").notNull(),
    /** What the customer paid, if they entered it. */
    amountCents: bigint("amount_cents", { mode: "number" }).$type<Cents>(),
    modelNumber: text("model_number").notNull(),
    retailer: text("retailer").notNull(),
    purchaseCity: text("purchase_city"),
    purchaseState: text("purchase_state").notNull(),
    shippingFirstName: text("shipping_first_name").notNull(),
    shippingLastName: text("shipping_last_name").notNull(),
    shippingAddress1: text("shipping_address1").notNull(),
    shippingAddress2: text("shipping_address2"),
    shippingCity: text("shipping_city").notNull(),
    shippingState: text("shipping_state").notNull(),
    shippingPostalCode: text("shipping_postal_code").notNull(),
    shippingCountry: text("shipping_country").notNull(),
    /** Ten digits. */
    shippingPhone: text("shipping_phone"),
    /** No longer used. An earlier build may still write it while an update runs. */
    addressKey: text("address_key"),
    /** Email and shipping address for comparison, without the differences between spellings of one. Null after erasure. */
    mailbox: text("mailbox").generatedAlwaysAs(sql`fold_mailbox(email)`),
    foldedAddress: text("folded_address").generatedAlwaysAs(
      sql`CASE WHEN email IS NOT NULL THEN fold_postal_address(shipping_address1, shipping_address2, shipping_postal_code) END`,
    ),
    /** Another submission has the same address, or the same receipt id. */
    isAddressUsed: boolean("is_address_used").notNull().default(false),
    isReceiptIdUsed: boolean("is_receipt_id_used").notNull().default(false),
    /** The receipt's file. Null after erasure. */
    attachmentId: uuid("attachment_id"),
    riskScore: integer("risk_score").notNull().default(0),
    /** What the score consists of. */
    signals: jsonb("signals").$type<RiskSignal[]>().notNull().default([]),

    reviewerId: text("reviewer_id"),
    reviewerEmail: text("reviewer_email"),
    /** When it was assigned for the first time, and for the last time. */
    firstAssignedAt: timestamp("first_assigned_at", { withTimezone: true }),
    assignedAt: timestamp("assigned_at", { withTimezone: true }),
    holdReasonId: bigint("hold_reason_id", { mode: "number" }),
    heldAt: timestamp("held_at", { withTimezone: true }),
    denyReasonId: bigint("deny_reason_id", { mode: "number" }),
    denierId: text("denier_id"),
    denierEmail: text("denier_email"),
    deniedAt: timestamp("denied_at", { withTimezone: true }),
    approverId: text("approver_id"),
    approverEmail: text("approver_email"),
    approvedAt: timestamp("approved_at", { withTimezone: true }),
    /** When it was approved or denied. Null while it is open. */
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    /** The approval was drawn for a second look: waits, or what the second reviewer found. */
    secondLook: text("second_look").$type<"due" | "agreed" | "disagreed">(),
    secondLookById: text("second_look_by_id"),
    /** Who has it open from "Take next", and until when. */
    lockedById: text("locked_by_id"),
    lockedUntil: timestamp("locked_until", { withTimezone: true }),

    /** Why it came back to review: what Shopify refused, or that its order was canceled. */
    problem: text("problem"),
    /** The number in Shopify's id. */
    orderId: bigint("order_id", { mode: "number" }),
    orderName: text("order_name"),
    fulfillmentStatus: text("fulfillment_status").$type<FulfillmentStatus>(),
    trackingNumber: text("tracking_number"),
    shippedAt: timestamp("shipped_at", { withTimezone: true }),
    deliveredAt: timestamp("delivered_at", { withTimezone: true }),

    queue: text("queue")
      .$type<Queue>()
      .generatedAlwaysAs(
        sql`CASE WHEN status = 'Unassigned' THEN 'unassigned' WHEN status IN ('Assigned', 'In Review') THEN CASE WHEN hold_reason_id IS NULL THEN 'assigned' ELSE 'held' END END`,
      ),
    /** What the search looks in, in lowercase. */
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(
        sql`lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name || ' ' || receipt_id || ' ' || coalesce(order_name, ''))`,
      ),
    /** The shipping address lines for searches, in lowercase. */
    addressText: text("address_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(shipping_address1 || ' ' || coalesce(shipping_address2, ''))`),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_submission_per_operation").on(table.shop, table.operationId),
    uniqueIndex("submission_by_link").on(table.shop, table.linkId),
    index("submissions_by_creation").on(table.shop, table.createdAt, table.id),
    // With all columns that the list's order and stored counts depend on: a deep page skips rows without reading them.
    index("submissions_by_email").on(
      table.shop,
      sql`lower(coalesce(${table.email}, ''))`,
      table.id,
      table.email,
      table.status,
      table.isLoyalty,
    ),
    // Of the open ones too: the list can be sorted by it.
    index("submissions_by_decision").on(table.shop, table.decidedAt, table.id, table.status, table.isLoyalty),
    index("submissions_by_risk").on(table.shop, table.riskScore, table.id, table.status, table.isLoyalty),
    index("submissions_by_amount").on(table.shop, table.amountCents, table.id, table.status, table.isLoyalty),
    index("submissions_by_status").on(table.shop, table.status, table.createdAt, table.id),
    index("submissions_of_promotion").on(table.shop, table.promotionId, table.createdAt, table.id),
    index("loyalty_submissions").on(table.shop, table.createdAt, table.id).where(sql`is_loyalty`),
    // Open submissions are few, so each order of the queues can have an index.
    index("queue_by_creation")
      .on(table.shop, table.queue, table.createdAt, table.id)
      .where(sql`queue IS NOT NULL`),
    index("queue_by_email")
      .on(table.shop, table.queue, sql`lower(coalesce(${table.email}, ''))`, table.id)
      .where(sql`queue IS NOT NULL`),
    index("queue_by_name")
      .on(table.shop, table.queue, nameOrder(sql`(first_name || ' ' || last_name)`), table.id)
      .where(sql`queue IS NOT NULL`),
    index("queue_by_risk")
      .on(table.shop, table.queue, table.riskScore, table.id)
      .where(sql`queue IS NOT NULL`),
    index("queue_by_amount")
      .on(table.shop, table.queue, table.amountCents, table.id)
      .where(sql`queue IS NOT NULL`),
    index("queue_of_reviewer")
      .on(table.shop, table.reviewerId, table.createdAt, table.id)
      .where(sql`queue IS NOT NULL`),
    index("open_submissions").on(table.shop, table.createdAt, table.id).where(sql`queue IS NOT NULL`),
    index("submissions_by_reviewer").on(table.shop, table.reviewerId, table.createdAt, table.id),
    index("submissions_by_approver")
      .on(table.shop, table.approverId, table.approvedAt)
      .where(sql`approver_id IS NOT NULL`),
    index("submissions_by_denier")
      .on(table.shop, table.denierId, table.deniedAt)
      .where(sql`denier_id IS NOT NULL`),
    index("submissions_by_deny_reason")
      .on(table.shop, table.denyReasonId, table.createdAt, table.id)
      .where(sql`deny_reason_id IS NOT NULL`),
    index("submissions_by_receipt").on(table.shop, table.receiptKey, table.id),
    index("submissions_by_address")
      .on(table.shop, table.addressKey, table.id)
      .where(sql`address_key IS NOT NULL`),
    index("submissions_by_mailbox").on(table.shop, table.mailbox, table.id).where(sql`mailbox IS NOT NULL`),
    index("submissions_by_folded_address")
      .on(table.shop, table.foldedAddress, table.id)
      .where(sql`folded_address IS NOT NULL`),
    index("submissions_by_model").on(table.shop, sql`lower(${table.modelNumber})`, table.createdAt, table.id),
    index("submissions_by_purchase_day").on(table.shop, table.purchaseDay, table.createdAt, table.id),
    index("submissions_by_postal_code").on(table.shop, sql`lower(${table.shippingPostalCode})`),
    index("submissions_by_city").on(table.shop, sql`lower(${table.shippingCity})`),
    index("submissions_by_state").on(table.shop, sql`lower(${table.shippingState})`),
    // With few values: an index without the date is small, and finds the rare ones.
    index("submissions_by_retailer").on(table.shop, table.retailer),
    index("submissions_by_method").on(table.shop, table.purchasingMethod),
    index("submissions_by_gender").on(table.shop, table.gender),
    index("submissions_by_age").on(table.shop, table.ageRange),
    index("submissions_by_purchase_state").on(table.shop, table.purchaseState),
    index("submissions_by_country").on(table.shop, table.shippingCountry),
    index("submissions_by_fulfillment")
      .on(table.shop, table.fulfillmentStatus)
      .where(sql`fulfillment_status IS NOT NULL`),
    index("submissions_by_address_use").on(table.shop, table.isAddressUsed, table.createdAt, table.id),
    index("submissions_by_receipt_use").on(table.shop, table.isReceiptIdUsed, table.createdAt, table.id),
    index("submission_by_order").on(table.shop, table.orderId).where(sql`order_id IS NOT NULL`),
    index("submissions_by_order_name")
      .on(table.shop, sql`lower(${table.orderName})`)
      .where(sql`order_name IS NOT NULL`),
    index("second_looks").on(table.shop, table.decidedAt).where(sql`second_look IS NOT NULL`),
    index("submissions_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    index("submissions_address_search").using("gin", sql`${table.addressText} gin_trgm_ops`),
  ],
);

/** The submissions of the transaction's shop, for lists: as `customersOfShop` in `app/domain/customers/tables.server.ts`. */
export const submissionsOfShop = pgView("submissions_of_shop").as((view) =>
  view.select().from(submissions).where(sql`${submissions.shop} = current_setting('app.shop')`),
);

/**
 * How many submissions were made per week (from its Monday, UTC), by their current status: the sum of a week's rows. A trigger adds rows and locks none,
 * so that reviewers never wait for each other. A task adds them up.
 */
export const submissionCounts = pgTable(
  "submission_counts",
  {
    shop: text("shop").notNull(),
    week: date("week", { mode: "string" }).notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    status: text("status").$type<SubmissionStatus>().notNull(),
    isHeld: boolean("is_held").notNull(),
    isLoyalty: boolean("is_loyalty").notNull(),
    entries: integer("entries").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.week, table.id] })],
);

/**
 * The fingerprints of receipts' pictures. A picture is compared in its four quarter turns, so one row is enough. The parts of 16 bits find
 * near fingerprints by an index.
 */
export const receiptFingerprints = pgTable(
  "receipt_fingerprints",
  {
    shop: text("shop").notNull(),
    submissionId: bigint("submission_id", { mode: "number" }).notNull(),
    hash: bigint("hash", { mode: "bigint" }).notNull(),
    part0: integer("part0").notNull(),
    part1: integer("part1").notNull(),
    part2: integer("part2").notNull(),
    part3: integer("part3").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.submissionId] }),
    index("fingerprints_by_part0").on(table.shop, table.part0),
    index("fingerprints_by_part1").on(table.shop, table.part1),
    index("fingerprints_by_part2").on(table.shop, table.part2),
    index("fingerprints_by_part3").on(table.shop, table.part3),
  ],
);

/** Whether the receipts of submissions can be read. A submission that was made before receipts were checked has no row. */
export const receiptChecks = pgTable(
  "receipt_checks",
  {
    shop: text("shop").notNull(),
    submissionId: bigint("submission_id", { mode: "number" }).notNull(),
    /** It waits until its receipt was decoded. */
    state: text("state").$type<"waiting" | "ready" | "failed">().notNull(),
    /** Why it failed, for the customer. */
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.submissionId] }),
    index("receipt_checks_waiting").on(table.shop, table.submissionId).where(sql`state = 'waiting'`),
  ],
);
