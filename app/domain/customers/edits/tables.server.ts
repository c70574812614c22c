import { bigint, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Flag } from "~/platform/auth/permission";
import type { FieldChange } from "../record-values";

/**
 * Edits of customers' records in progress: intents whose row is deleted when they end. The primary key
 * allows one per customer, so the row is the lock. An import has it, without changes, while it changes a customer's tags.
 */
export const recordEdits = pgTable(
  "record_edits",
  {
    shop: text("shop").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    changes: jsonb("changes").$type<FieldChange[]>().notNull(),
    editedById: text("edited_by_id").notNull(),
    editedByName: text("edited_by_name").notNull(),
    flag: text("flag").$type<Flag>().notNull(),
    attempt: uuid("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);
