import { isNotNull, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * Every decision on a registration: intents whose row stays when they end. A unique index allows one open row per customer,
 * so the row is the lock.
 */
export const registrationDecisions = pgTable(
  "registration_decisions",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    registration: text("registration").notNull(),
    fromStatus: text("from_status").notNull(),
    toStatus: text("to_status").notNull(),
    state: text("state").$type<"started" | "done" | "failed">().notNull(),
    /** Idempotency key of the caller. */
    operationId: text("operation_id").notNull(),
    decidedById: text("decided_by_id").notNull(),
    decidedByName: text("decided_by_name").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull().defaultNow(),
    attempt: integer("attempt").notNull().default(1),
    /** How many decisions on the customer were done when this one was opened. A higher count means that another one was done since. */
    doneBefore: integer("done_before").notNull().default(0),
    jobId: text("job_id"),
    /** The decision that this one undoes. */
    undoes: uuid("undoes"),
    /** Why it was rejected, as the reason's text was at that time. */
    reason: jsonb("reason").$type<{ code: string; label: string; text: string }>(),
    /** A note for the staff. */
    note: text("note"),
    /** Whether the customer is emailed. */
    notify: boolean("notify").notNull().default(false),
  },
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
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    registration: text("registration").notNull(),
    text: text("text").notNull(),
    state: text("state").$type<"open" | "closed">().notNull(),
    /** Idempotency key of the caller. */
    operationId: text("operation_id").notNull(),
    askedById: text("asked_by_id").notNull(),
    askedByName: text("asked_by_name").notNull(),
    askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
    closedAt: timestamp("closed_at", { withTimezone: true }),
    /** The decision that closed the question. When it is undone, the question is reopened. */
    closedByDecision: uuid("closed_by_decision"),
  },
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
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    registration: text("registration").notNull(),
    /** Only for registrations with this school. Null: for all. */
    school: text("school"),
    /** `uni.example` is only that domain, `*.uni.example` is its subdomains. */
    domains: text("domains").array().notNull(),
    /** The percentage that is set aside for manual review. */
    setAsideShare: integer("set_aside_share").notNull(),
    active: boolean("active").notNull().default(false),
    /** Counts the changes. A change names the version that it was made from. */
    version: integer("version").notNull().default(0),
    /** The version whose dry run an administrator read last, and who. Only they can turn it on. */
    replayedVersion: integer("replayed_version"),
    replayedById: text("replayed_by_id"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Registrations that became Pending in the mirror while a rule was on, and that the rules haven't processed. */
export const ruleCandidates = pgTable(
  "rule_candidates",
  {
    shop: text("shop").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    queuedAt: timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
    /** How often Shopify refused or didn't answer. */
    tries: integer("tries").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);

/** Registrations that a rule matched and left for manual review. */
export const ruleSetAsides = pgTable(
  "rule_set_asides",
  {
    shop: text("shop").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    ruleId: uuid("rule_id").notNull(),
    ruleName: text("rule_name").notNull(),
    setAsideAt: timestamp("set_aside_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);
