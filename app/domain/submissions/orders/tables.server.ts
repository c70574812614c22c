import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * The attempts to create a submission's order: intents that stay in the table. The lease of a new one ends when the approval can no
 * longer be undone. A canceled order's attempt is "canceled", and an undone or refused one is "failed".
 */
export const orderAttempts = pgTable(
  "order_attempts",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The value of the order's metafield and of its source identifier. */
    id: column.uuid("id").notNull(),
    submissionId: column.bigint("submission_id", { mode: "number" }).notNull(),
    approverId: column.text("approver_id").notNull(),
    approverName: column.text("approver_name").notNull(),
    state: column.text("state").$type<"started" | "done" | "failed" | "canceled">().notNull(),
    /** 1 until it is claimed. */
    attempt: column.integer("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
    /** Written before the order is sent. Null means that it was certainly not sent. */
    sentAt: column.timestamp("sent_at", { withTimezone: true }),
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
    orderId: column.bigint("order_id", { mode: "number" }),
    /** Why there is no order. */
    message: column.text("message"),
  }),
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
