import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** The files in Shopify that were made from URLs in Salsify. A repeated sync uses them instead of making them again. */
export const salsifyFiles = pgTable(
  "salsify_files",
  {
    shop: text("shop").notNull(),
    /** In Salsify. */
    url: text("url").notNull(),
    /** Shopify's id of the file. */
    fileGid: text("file_gid").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.url] })],
);
