import { sql } from "drizzle-orm";
import { index, pgTable, pgView, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { Cents } from "~/platform/money/cents";
import type { Choices, FormTexts, SubmissionLimit } from "./form-fields";
import type { ReplyUse } from "./reply-text";
import type { FulfillmentStatus, Queue, RiskSignal, SubmissionStatus } from "./statuses";

/** The promotions that customers submit receipts for. Deleted ones are kept for their submissions. */
export const promotions = pgTable(
  "promotions",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: column.integer("id").notNull(),
    name: column.text("name").notNull(),
    description: column.text("description"),
    /** The first and last day of submissions in the shop's calendar. Null for no limit. */
    startDay: column.date("start_day", { mode: "string" }),
    endDay: column.date("end_day", { mode: "string" }),
    /** What the form offers, in this order. An empty list means that any text is accepted. */
    choices: column.jsonb("choices").$type<Choices>().notNull(),
    /** The form's own texts. */
    texts: column.jsonb("texts").$type<FormTexts>().notNull().default({}),
    /** The number in Shopify's id of the reward's variant. */
    rewardVariantId: column.bigint("reward_variant_id", { mode: "number" }).notNull(),
    /** Of the product and the variant, when the reward was selected. */
    rewardTitle: column.text("reward_title").notNull(),
    submissionLimit: column.text("submission_limit").$type<SubmissionLimit>().notNull(),
    /** Its submissions are on the tab Loyalty Order. */
    isLoyalty: column.boolean("is_loyalty").notNull().default(false),
    /** The last part of its public URL. */
    key: column.text("key").notNull(),
    isDeleted: column.boolean("is_deleted").notNull().default(false),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    createdById: column.text("created_by_id").notNull(),
    createdByName: column.text("created_by_name").notNull(),
    version: column.integer("version").notNull().default(1),
    operationId: column.uuid("operation_id").notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("promotion_by_key").on(table.shop, table.key),
    uniqueIndex("one_promotion_per_operation").on(table.shop, table.operationId),
  ],
);

/** Reasons for denying a submission. A deleted one is kept for the submissions that were denied with it. */
export const denyReasons = pgTable(
  "deny_reasons",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    reason: column.text("reason").notNull(),
    /** Null: after those that have a position. */
    orderInList: column.integer("order_in_list"),
    /** It is for submissions of loyalty promotions only. */
    isLoyalty: column.boolean("is_loyalty").notNull().default(false),
    isDeleted: column.boolean("is_deleted").notNull().default(false),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    reason: column.text("reason").notNull(),
    orderInList: column.integer("order_in_list"),
    isDeleted: column.boolean("is_deleted").notNull().default(false),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_hold_reason").on(table.shop, sql`lower(${table.reason})`).where(sql`NOT is_deleted`),
  ],
);

/** Texts that the account owner keeps for reviewers. */
export const replyTemplates = pgTable(
  "reply_templates",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    usedFor: column.text("used_for").$type<ReplyUse>().notNull(),
    name: column.text("name").notNull(),
    body: column.text("body").notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_reply_template").on(table.shop, table.usedFor, sql`lower(${table.name})`),
  ],
);

/** What customers submitted, with its review, its order and its delivery. */
export const submissions = pgTable(
  "submissions",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    promotionId: column.integer("promotion_id").notNull(),
    /** The promotion's switch when the submission was made. */
    isLoyalty: column.boolean("is_loyalty").notNull(),
    /** Made by the form. The same form sent twice is one submission. */
    operationId: column.uuid("operation_id").notNull(),
    /** The id of the link to its status page. */
    linkId: column.uuid("link_id").notNull(),
    status: column.text("status").$type<SubmissionStatus>().notNull().default("Unassigned"),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    version: column.integer("version").notNull().default(1),

    firstName: column.text("first_name").notNull(),
    lastName: column.text("last_name").notNull(),
    /** Null after erasure. */
    email: column.text("email"),
    gender: column.text("gender"),
    ageRange: column.text("age_range"),
    purchasingMethod: column.text("purchasing_method").notNull(),
    purchaseDay: column.date("purchase_day", { mode: "string" }).notNull(),
    receiptId: column.text("receipt_id").notNull(),
    /** The receipt id for comparison: letters and digits in lowercase. */
    receiptKey: column.text("receipt_key").notNull(),
    /** What the customer paid, if they entered it. */
    amountCents: column.bigint("amount_cents", { mode: "number" }).$type<Cents>(),
    modelNumber: column.text("model_number").notNull(),
    retailer: column.text("retailer").notNull(),
    purchaseCity: column.text("purchase_city"),
    purchaseState: column.text("purchase_state").notNull(),
    shippingFirstName: column.text("shipping_first_name").notNull(),
    shippingLastName: column.text("shipping_last_name").notNull(),
    shippingAddress1: column.text("shipping_address1").notNull(),
    shippingAddress2: column.text("shipping_address2"),
    shippingCity: column.text("shipping_city").notNull(),
    shippingState: column.text("shipping_state").notNull(),
    shippingPostalCode: column.text("shipping_postal_code").notNull(),
    shippingCountry: column.text("shipping_country").notNull(),
    /** Ten digits. */
    shippingPhone: column.text("shipping_phone"),
    /** No longer used. An earlier build may still write it while an update runs. */
    addressKey: column.text("address_key"),
    /** Email and shipping address for comparison, without the differences between spellings of one. Null after erasure. */
    mailbox: column.text("mailbox").generatedAlwaysAs(sql`fold_mailbox(email)`),
    foldedAddress: column
      .text("folded_address")
      .generatedAlwaysAs(
        sql`CASE WHEN email IS NOT NULL THEN fold_postal_address(shipping_address1, shipping_address2, shipping_postal_code) END`,
      ),
    /** Another submission has the same address, or the same receipt id. */
    isAddressUsed: column.boolean("is_address_used").notNull().default(false),
    isReceiptIdUsed: column.boolean("is_receipt_id_used").notNull().default(false),
    /** The receipt's file. Null after erasure. */
    attachmentId: column.uuid("attachment_id"),
    riskScore: column.integer("risk_score").notNull().default(0),
    /** What the score consists of. */
    signals: column.jsonb("signals").$type<RiskSignal[]>().notNull().default([]),

    reviewerId: column.text("reviewer_id"),
    reviewerEmail: column.text("reviewer_email"),
    /** When it was assigned for the first time, and for the last time. */
    firstAssignedAt: column.timestamp("first_assigned_at", { withTimezone: true }),
    assignedAt: column.timestamp("assigned_at", { withTimezone: true }),
    holdReasonId: column.bigint("hold_reason_id", { mode: "number" }),
    heldAt: column.timestamp("held_at", { withTimezone: true }),
    denyReasonId: column.bigint("deny_reason_id", { mode: "number" }),
    denierId: column.text("denier_id"),
    denierEmail: column.text("denier_email"),
    deniedAt: column.timestamp("denied_at", { withTimezone: true }),
    approverId: column.text("approver_id"),
    approverEmail: column.text("approver_email"),
    approvedAt: column.timestamp("approved_at", { withTimezone: true }),
    /** When it was approved or denied. Null while it is open. */
    decidedAt: column.timestamp("decided_at", { withTimezone: true }),
    /** The approval was drawn for a second look: waits, or what the second reviewer found. */
    secondLook: column.text("second_look").$type<"due" | "agreed" | "disagreed">(),
    secondLookById: column.text("second_look_by_id"),
    /** Who has it open from "Take next", and until when. */
    lockedById: column.text("locked_by_id"),
    lockedUntil: column.timestamp("locked_until", { withTimezone: true }),

    /** Why it came back to review: what Shopify refused, or that its order was canceled. */
    problem: column.text("problem"),
    /** The number in Shopify's id. */
    orderId: column.bigint("order_id", { mode: "number" }),
    orderName: column.text("order_name"),
    fulfillmentStatus: column.text("fulfillment_status").$type<FulfillmentStatus>(),
    trackingNumber: column.text("tracking_number"),
    shippedAt: column.timestamp("shipped_at", { withTimezone: true }),
    deliveredAt: column.timestamp("delivered_at", { withTimezone: true }),

    queue: column
      .text("queue")
      .$type<Queue>()
      .generatedAlwaysAs(
        sql`CASE WHEN status = 'Unassigned' THEN 'unassigned' WHEN status IN ('Assigned', 'In Review') THEN CASE WHEN hold_reason_id IS NULL THEN 'assigned' ELSE 'held' END END`,
      ),
    /** What the search looks in, in lowercase. */
    searchText: column
      .text("search_text")
      .notNull()
      .generatedAlwaysAs(
        sql`lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name || ' ' || receipt_id || ' ' || coalesce(order_name, ''))`,
      ),
    /** The shipping address lines for searches, in lowercase. */
    addressText: column
      .text("address_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(shipping_address1 || ' ' || coalesce(shipping_address2, ''))`),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    week: column.date("week", { mode: "string" }).notNull(),
    id: column.bigserial("id", { mode: "number" }).notNull(),
    status: column.text("status").$type<SubmissionStatus>().notNull(),
    isHeld: column.boolean("is_held").notNull(),
    isLoyalty: column.boolean("is_loyalty").notNull(),
    entries: column.integer("entries").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.week, table.id] })],
);

/**
 * The fingerprints of receipts' pictures. A picture is compared in its four quarter turns, so one row is enough. The parts of 16 bits find
 * near fingerprints by an index.
 */
export const receiptFingerprints = pgTable(
  "receipt_fingerprints",
  (column) => ({
    shop: column.text("shop").notNull(),
    submissionId: column.bigint("submission_id", { mode: "number" }).notNull(),
    hash: column.bigint("hash", { mode: "bigint" }).notNull(),
    part0: column.integer("part0").notNull(),
    part1: column.integer("part1").notNull(),
    part2: column.integer("part2").notNull(),
    part3: column.integer("part3").notNull(),
  }),
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
  (column) => ({
    shop: column.text("shop").notNull(),
    submissionId: column.bigint("submission_id", { mode: "number" }).notNull(),
    /** It waits until its receipt was decoded. */
    state: column.text("state").$type<"waiting" | "ready" | "failed">().notNull(),
    /** Why it failed, for the customer. */
    problem: column.text("problem"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.submissionId] }),
    index("receipt_checks_waiting").on(table.shop, table.submissionId).where(sql`state = 'waiting'`),
  ],
);
