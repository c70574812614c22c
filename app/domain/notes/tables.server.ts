import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, unique } from "drizzle-orm/pg-core";

/** What staff write about a customer, for each other. */
export const customerNotes = pgTable(
  "customer_notes",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }).notNull(),
    text: column.text("text").notNull(),
    authorId: column.text("author_id").notNull(),
    authorName: column.text("author_name").notNull(),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull(),
    editedAt: column.timestamp("edited_at", { withTimezone: true }),
    /** A soft delete, so that it can be undone. */
    deletedAt: column.timestamp("deleted_at", { withTimezone: true }),
    /** Counts the changes, so that a note that is open in two windows isn't overwritten by the older one. */
    version: column.integer("version").notNull().default(1),
    /** The caller's idempotency key. */
    operationId: column.text("operation_id").notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    unique("one_note_per_operation").on(table.shop, table.operationId),
    index("notes_of_a_customer")
      .on(table.shop, table.customerId, table.createdAt.desc().nullsFirst())
      .where(sql`deleted_at IS NULL`),
  ],
);
