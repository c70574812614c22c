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
 * Every decision on a registration. A row is written as `started` before Shopify is called and is the lock on the
 * person, as long as its lease is renewed, until it is `done` or `failed`: after a crash it says what has to be looked up.
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
    /** Made by the caller; a repetition of the call finds its own decision by it. */
    operationId: text("operation_id").notNull(),
    decidedById: text("decided_by_id").notNull(),
    decidedByName: text("decided_by_name").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
    /** Until when the lock is held; whoever decides renews it. A `started` row past this time was left open. */
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull().defaultNow(),
    /** Counts the openings: only the latest one may complete or end the decision. */
    attempt: integer("attempt").notNull().default(1),
    /** How many decisions on the person were done when this one was opened: more by now means that others decided since. */
    doneBefore: integer("done_before").notNull().default(0),
    jobId: text("job_id"),
    /** The decision that this one takes back. */
    undoes: uuid("undoes"),
    /** Why it was rejected, as the reason read at that time. */
    reason: jsonb("reason").$type<{ code: string; label: string; text: string }>(),
    /** What whoever decided wrote beside it, for the staff. */
    note: text("note"),
    /** Whether the person is told by mail. */
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
 * Questions to people whose registration is Pending. While one is open they wait in a tab of their own; that is the console's
 * own state, the tag in the store stays Pending.
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
    /** Made by the caller; a repetition of the call finds its own question by it. */
    operationId: text("operation_id").notNull(),
    askedById: text("asked_by_id").notNull(),
    askedByName: text("asked_by_name").notNull(),
    askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
    closedAt: timestamp("closed_at", { withTimezone: true }),
    /** The decision that ended the wait; when it is taken back, the question is open again. */
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

/** Rules by which registrations are approved without a look, kept by the account owner. */
export const approvalRules = pgTable(
  "approval_rules",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    registration: text("registration").notNull(),
    /** Only for registrations with this school; null: for every one. */
    school: text("school"),
    /** `uni.example` is that domain alone, `*.uni.example` is what lies below it. */
    domains: text("domains").array().notNull(),
    /** How many of a hundred are set aside for a person to look at. */
    setAsideShare: integer("set_aside_share").notNull(),
    active: boolean("active").notNull().default(false),
    /** Counts the changes; a change names the version that it was made from. */
    version: integer("version").notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Registrations that came to Pending in the mirror while a rule was on: what the rules still have to look at. */
export const ruleCandidates = pgTable(
  "rule_candidates",
  {
    shop: text("shop").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    notedAt: timestamp("noted_at", { withTimezone: true }).notNull().defaultNow(),
    /** How often the store refused, or did not answer. */
    tries: integer("tries").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);

/** Registrations that a rule would have approved and left to a person instead. */
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
