import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * The attempts to create a submission's order: intents that stay in the table. The lease of a new one ends when the approval can no
 * longer be undone. A canceled order's attempt is "canceled", and an undone or refused one is "failed".
 */
export const orderAttempts = pgTable(
  "order_attempts",
  {
    shop: text("shop").notNull(),
    /** The value of the order's metafield and of its source identifier. */
    id: uuid("id").notNull(),
    submissionId: bigint("submission_id", { mode: "number" }).notNull(),
    approverId: text("approver_id").notNull(),
    approverName: text("approver_name").notNull(),
    state: text("state").$type<"started" | "done" | "failed" | "canceled">().notNull(),
    /** 1 until it is claimed. */
    attempt: integer("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
    /** Written before the order is sent. Null means that it was certainly not sent. */
    sentAt: timestamp("sent_at", { withTimezone: true }),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
    orderId: bigint("order_id", { mode: "number" }),
    /** Why there is no order. */
    message: text("message"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_live_order_attempt")
      .on(table.shop, table.submissionId)
      .where(sql`state IN ('started', 'done')`),
    index("open_order_attempts").on(table.shop, table.leaseUntil).where(sql`state = 'started'`),
    index("order_attempts_of_submission").on(table.shop, table.submissionId, table.startedAt),
    index("order_attempt_by_order").on(table.shop, table.orderId).where(sql`order_id IS NOT NULL`),
  ],
);
