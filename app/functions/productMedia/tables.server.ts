import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { StoredItem } from "./media-list";

/**
 * The files in Shopify that were made from URLs in Salsify. A repeated sync uses them instead of making them again. A row is an
 * intent while its file is being created: the primary key allows one per URL.
 */
export const salsifyFiles = pgTable(
  "salsify_files",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** In Salsify. */
    url: column.text("url").notNull(),
    /** Shopify's id of the file. Null until it is known. */
    fileGid: column.text("file_gid"),
    state: column.text("state").$type<"started" | "done" | "failed">().notNull(),
    attempt: column.integer("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
    finishedAt: column.timestamp("finished_at", { withTimezone: true }),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.url] }),
    index("salsify_files_leases").on(table.shop, table.startedAt).where(sql`state = 'started'`),
  ],
);

/** Changes of media lists that were begun and whose audit entry isn't written: intents whose row is deleted when they end. */
export const mediaChanges = pgTable(
  "media_changes",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    /** Shopify's id. */
    productGid: column.text("product_gid").notNull(),
    /** Of the list that it replaces. Null when none was stored. */
    digest: column.text("digest"),
    /** The new list. */
    list: column.jsonb("list").$type<StoredItem[]>().notNull(),
    /** The audit entry. */
    entry: column
      .jsonb("entry")
      .$type<{
        action: string;
        before: unknown;
        after: unknown;
        actor: { id: string; name: string };
        jobId?: string;
      }>()
      .notNull(),
    attempt: column.integer("attempt").notNull(),
    startedAt: column.timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    leaseUntil: column.timestamp("lease_until", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);
