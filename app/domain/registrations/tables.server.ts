import { isNotNull, sql } from "drizzle-orm";
import { index, pgTable, primaryKey, unique, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * Every decision on a registration: intents whose row stays when they end. A unique index allows one open row per customer,
 * so the row is the lock.
 */
export const registrationDecisions = pgTable(
  "registration_decisions",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    registration: column.text("registration").notNull(),
    fromStatus: column.text("from_status").notNull(),
    toStatus: column.text("to_status").notNull(),
    state: column.text("state").$type<"started" | "done" | "failed">().notNull(),
    /** Idempotency key of the caller. */
    operationId: column.text("operation_id").notNull(),
    decidedById: column.text("decided_by_id").notNull(),
    decidedByName: column.text("decided_by_name").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull().defaultNow(),
    attempt: column.integer("attempt").notNull().default(1),
    /** How many decisions on the customer were done when this one was opened. A higher count means that another one was done since. */
    doneBefore: column.integer("done_before").notNull().default(0),
    jobId: column.text("job_id"),
    /** The decision that this one undoes. */
    undoes: column.uuid("undoes"),
    /** Why it was rejected, as the reason's text was at that time. */
    reason: column.jsonb("reason").$type<{ code: string; label: string; text: string }>(),
    /** A note for the staff. */
    note: column.text("note"),
    /** Whether the customer is emailed. */
    notify: column.boolean("notify").notNull().default(false),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    unique("one_decision_per_operation").on(table.shop, table.operationId),
    uniqueIndex("one_open_decision_per_customer")
      .on(table.shop, table.customerId)
      .where(sql`state = 'started'`),
    index("decisions_of_a_customer").on(table.shop, table.customerId, table.startedAt.desc().nullsFirst()),
  ],
);

/**
 * Questions to customers whose registration is Pending. While one is open, the customer is in the tab Needs information. That is
 * Backroom's own state: the tag in Shopify stays Pending.
 */
export const registrationQuestions = pgTable(
  "registration_questions",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    registration: column.text("registration").notNull(),
    text: column.text("text").notNull(),
    state: column.text("state").$type<"open" | "closed">().notNull(),
    /** Idempotency key of the caller. */
    operationId: column.text("operation_id").notNull(),
    askedById: column.text("asked_by_id").notNull(),
    askedByName: column.text("asked_by_name").notNull(),
    askedAt: column.timestamp("asked_at", { withTimezone: true }).notNull(),
    closedAt: column.timestamp("closed_at", { withTimezone: true }),
    /** The decision that closed the question. When it is undone, the question is reopened. */
    closedByDecision: column.uuid("closed_by_decision"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    unique("one_question_per_operation").on(table.shop, table.operationId),
    uniqueIndex("one_open_question_per_customer").on(table.shop, table.customerId).where(sql`state = 'open'`),
    index("questions_of_a_customer").on(table.shop, table.customerId),
    index("questions_closed_by")
      .on(table.shop, table.closedByDecision)
      .where(isNotNull(table.closedByDecision)),
  ],
);

/** The account owner's rules that approve registrations automatically. */
export const approvalRules = pgTable(
  "approval_rules",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    name: column.text("name").notNull(),
    registration: column.text("registration").notNull(),
    /** Only for registrations with this school. Null: for all. */
    school: column.text("school"),
    /** `uni.example` is only that domain, `*.uni.example` is its subdomains. */
    domains: column.text("domains").array().notNull(),
    /** The percentage that is set aside for manual review. */
    setAsideShare: column.integer("set_aside_share").notNull(),
    active: column.boolean("active").notNull().default(false),
    /** Counts the changes. A change names the version that it was made from. */
    version: column.integer("version").notNull().default(0),
    /** The version whose dry run an administrator read last, and who. Only they can turn it on. */
    replayedVersion: column.integer("replayed_version"),
    replayedById: column.text("replayed_by_id"),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Registrations that became Pending in the mirror while a rule was on, and that the rules haven't processed. */
export const ruleCandidates = pgTable(
  "rule_candidates",
  (column) => ({
    shop: column.text("shop").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    queuedAt: column.timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
    /** How often Shopify refused or didn't answer. */
    tries: column.integer("tries").notNull().default(0),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);

/** Registrations that a rule matched and left for manual review. */
export const ruleSetAsides = pgTable(
  "rule_set_asides",
  (column) => ({
    shop: column.text("shop").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    ruleId: column.uuid("rule_id").notNull(),
    ruleName: column.text("rule_name").notNull(),
    setAsideAt: column.timestamp("set_aside_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);
