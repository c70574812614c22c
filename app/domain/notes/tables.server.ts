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
  uuid,
} from "drizzle-orm/pg-core";

/** What staff write about a customer, for each other. */
export const customerNotes = pgTable(
  "customer_notes",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    customerId: bigint("customer_id", { mode: "number" }).notNull(),
    text: text("text").notNull(),
    authorId: text("author_id").notNull(),
    authorName: text("author_name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    editedAt: timestamp("edited_at", { withTimezone: true }),
    /** A soft delete, so that it can be undone. */
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
    /** Counts the changes, so that a note that is open in two windows isn't overwritten by the older one. */
    version: integer("version").notNull().default(1),
    /** The caller's idempotency key. */
    operationId: text("operation_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    unique("one_note_per_operation").on(table.shop, table.operationId),
    index("notes_of_a_customer")
      .on(table.shop, table.customerId, table.createdAt.desc().nullsFirst())
      .where(sql`deleted_at IS NULL`),
  ],
);
