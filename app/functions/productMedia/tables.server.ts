import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { StoredItem } from "./media-list";

/**
 * The files in Shopify that were made from URLs in Salsify. A repeated sync uses them instead of making them again. A row is an
 * intent while its file is being created: the primary key allows one per URL.
 */
export const salsifyFiles = pgTable(
  "salsify_files",
  {
    shop: text("shop").notNull(),
    /** In Salsify. */
    url: text("url").notNull(),
    /** Shopify's id of the file. Null until it is known. */
    fileGid: text("file_gid"),
    state: text("state").$type<"started" | "done" | "failed">().notNull(),
    attempt: integer("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.url] }),
    index("salsify_files_leases").on(table.shop, table.startedAt).where(sql`state = 'started'`),
  ],
);

/** Changes of media lists that were begun and whose audit entry isn't written: intents whose row is deleted when they end. */
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
    attempt: integer("attempt").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);
