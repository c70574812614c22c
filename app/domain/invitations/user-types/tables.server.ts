import { sql } from "drizzle-orm";
import { pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * The types of users that a shop invites. Deleted ones are kept, so that registered people keep their type and a type can be
 * restored.
 */
export const userTypes = pgTable(
  "user_types",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** Counted from 1 in each shop. */
    id: column.integer("id").notNull(),
    name: column.text("name").notNull(),
    /** The tags granted on acceptance, as entered: separated by commas. */
    tags: column.text("tags").notNull().default(""),
    readOnly: column.boolean("read_only").notNull().default(false),
    deletedAt: column.timestamp("deleted_at", { withTimezone: true }),
    /** Incremented by each change, to detect concurrent edits. */
    version: column.integer("version").notNull().default(1),
    /** Chosen by the caller; repeating it adds no second type. */
    operationId: column.text("operation_id").notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    uniqueIndex("one_user_type_per_operation").on(table.shop, table.operationId),
    uniqueIndex("one_user_type_per_name")
      .on(table.shop, sql`lower(${table.name})`)
      .where(sql`deleted_at IS NULL`),
  ],
);
