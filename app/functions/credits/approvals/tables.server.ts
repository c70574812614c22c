import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Cents } from "~/platform/money/cents";

/** Requests above the limit of one person. They wait for a second approver. */
export const creditApprovals = pgTable(
  "credit_approvals",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** `waiting`, `approved` or `declined`. */
    state: text("state").$type<"waiting" | "approved" | "declined">().notNull().default("waiting"),
    /** Credit or Adjustment, of each customer. */
    type: text("type").$type<"Credit" | "Adjustment">().notNull(),
    customerIds: jsonb("customer_ids").$type<number[]>().notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    reference: text("reference").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    /** The posting that is to be reversed. Its reversal may be less than the amount, if a part has expired since. */
    reversesId: uuid("reverses_id"),
    askedById: text("asked_by_id").notNull(),
    askedByName: text("asked_by_name").notNull(),
    askedByEmail: text("asked_by_email").notNull(),
    askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
    decidedById: text("decided_by_id"),
    decidedByName: text("decided_by_name"),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    /** Why it was declined. */
    reason: text("reason"),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("approvals_waiting").on(table.shop, table.askedAt).where(sql`state = 'waiting'`),
    index("approvals_decided").on(table.shop, table.decidedAt),
  ],
);
