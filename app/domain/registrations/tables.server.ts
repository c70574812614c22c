import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
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
