import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { Cents } from "~/platform/money/cents";

/** Requests above the limit of one person. They wait for a second approver. */
export const creditApprovals = pgTable(
  "credit_approvals",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** `waiting`, `approved` or `declined`. */
    state: column.text("state").$type<"waiting" | "approved" | "declined">().notNull().default("waiting"),
    /** Credit or Adjustment, of each customer. */
    type: column.text("type").$type<"Credit" | "Adjustment">().notNull(),
    customerIds: column.jsonb("customer_ids").$type<number[]>().notNull(),
    amountCents: column.bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    reference: column.text("reference").notNull(),
    expiresAt: column.timestamp("expires_at", { withTimezone: true }),
    /** The posting that is to be reversed. Its reversal may be less than the amount, if a part has expired since. */
    reversesId: column.uuid("reverses_id"),
    askedById: column.text("asked_by_id").notNull(),
    askedByName: column.text("asked_by_name").notNull(),
    askedByEmail: column.text("asked_by_email").notNull(),
    askedAt: column.timestamp("asked_at", { withTimezone: true }).notNull(),
    decidedById: column.text("decided_by_id"),
    decidedByName: column.text("decided_by_name"),
    decidedAt: column.timestamp("decided_at", { withTimezone: true }),
    /** Why it was declined. */
    reason: column.text("reason"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("approvals_waiting").on(table.shop, table.askedAt).where(sql`state = 'waiting'`),
    index("approvals_decided").on(table.shop, table.decidedAt),
  ],
);
