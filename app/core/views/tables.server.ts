import { pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";

/** A saved search, order and tab of a list. Each administrator has their own. */
export const savedViews = pgTable(
  "saved_views",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    administratorId: text("administrator_id").notNull(),
    list: text("list").notNull(),
    name: text("name").notNull(),
    /** The URL's query string, without a page's cursor. */
    query: text("query").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    unique().on(table.shop, table.administratorId, table.list, table.name),
  ],
);
