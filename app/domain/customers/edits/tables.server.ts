import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { Flag } from "~/platform/auth/permission";
import type { FieldChange } from "../record-values";

/**
 * Edits of customers' records in progress: intents whose row is deleted when they end. The primary key
 * allows one per customer, so the row is the lock. An import has it, without changes, while it changes a customer's tags.
 */
export const recordEdits = pgTable(
  "record_edits",
  (column) => ({
    shop: column.text("shop").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    changes: column.jsonb("changes").$type<FieldChange[]>().notNull(),
    editedById: column.text("edited_by_id").notNull(),
    editedByName: column.text("edited_by_name").notNull(),
    flag: column.text("flag").$type<Flag>().notNull(),
    attempt: column.uuid("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);
