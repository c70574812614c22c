import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * The types of users that a shop invites people as. A deleted one is kept, so that those who registered by it keep their type, and
 * that the deletion can be taken back.
 */
export const userTypes = pgTable(
  "user_types",
  {
    shop: text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: integer("id").notNull(),
    name: text("name").notNull(),
    /** What whoever accepts gets, as it was written: separated by commas. */
    tags: text("tags").notNull().default(""),
    readOnly: boolean("read_only").notNull().default(false),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
    /** Counts the changes, so that two people editing it notice each other. */
    version: integer("version").notNull().default(1),
    /** Made by whoever added it; the same again adds no second one. */
    operationId: text("operation_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_user_type_per_operation").on(table.shop, table.operationId),
    uniqueIndex("one_user_type_per_name")
      .on(table.shop, sql`lower(${table.name})`)
      .where(sql`deleted_at IS NULL`),
  ],
);
