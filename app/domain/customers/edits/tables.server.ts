import { bigint, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Flag } from "~/platform/auth/permission";
import type { FieldChange } from "../record-values";

/**
 * Edits of people's records that are being carried out: written before the store is asked, so that a lost answer or a process
 * that dies loses neither the other half nor the audit entry. At most one per person, so the row is the lock; it goes when
 * the edit is done, or when it is certain that nothing of it was.
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
    /** Who works on it: each process that takes it up writes another. */
    attempt: uuid("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.customerId] })],
);
