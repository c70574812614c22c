import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { StoredItem } from "./media-list";

/** The `fileGid` of a file that is being created, or whose creation was interrupted. */
export const NO_FILE_YET = "";

/** The files in Shopify that were made from URLs in Salsify. A repeated sync uses them instead of making them again. */
export const salsifyFiles = pgTable(
  "salsify_files",
  {
    shop: text("shop").notNull(),
    /** In Salsify. */
    url: text("url").notNull(),
    /** Shopify's id of the file, or `NO_FILE_YET`. */
    fileGid: text("file_gid").notNull(),
    /** When its creation began. Renewed while its process works on it. */
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.url] })],
);

/** Intents: changes of media lists that were begun and whose audit entry isn't written. */
export const mediaChanges = pgTable(
  "media_changes",
  {
    shop: text("shop").notNull(),
    id: uuid("id").notNull(),
    /** Shopify's id. */
    productGid: text("product_gid").notNull(),
    /** Of the list that it replaces. Null when none was stored. */
    digest: text("digest"),
    /** The new list. */
    list: jsonb("list").$type<StoredItem[]>().notNull(),
    /** The audit entry. */
    entry: jsonb("entry")
      .$type<{
        action: string;
        before: unknown;
        after: unknown;
        actor: { id: string; name: string };
        jobId?: string;
      }>()
      .notNull(),
    /** Renewed while its process works on it. */
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);
