import { pgTable, primaryKey, unique } from "drizzle-orm/pg-core";

/** A saved search, order and tab of a list. Each administrator has their own. */
export const savedViews = pgTable(
  "saved_views",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    administratorId: column.text("administrator_id").notNull(),
    list: column.text("list").notNull(),
    name: column.text("name").notNull(),
    /** The URL's query string, without a page's cursor. */
    query: column.text("query").notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    unique().on(table.shop, table.administratorId, table.list, table.name),
  ],
);
