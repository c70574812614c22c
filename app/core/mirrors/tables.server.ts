import { bigint, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** How fresh each mirror of a shop is. */
export const mirrors = pgTable(
  "mirrors",
  {
    shop: text("shop").notNull(),
    /** The mirror's name, such as "customers". */
    name: text("name").notNull(),
    /** The last time that data came from Shopify: by a webhook, a refresh or a rebuild. */
    heardAt: timestamp("heard_at", { withTimezone: true }),
    rebuiltAt: timestamp("rebuilt_at", { withTimezone: true }),
    /** The version of the declaration at the last rebuild. */
    version: integer("version").notNull().default(0),
    rebuildStartedAt: timestamp("rebuild_started_at", { withTimezone: true }),
    /** The bulk operation that a rebuild waits for. It is resumed after a crash. */
    bulkOperationId: text("bulk_operation_id"),
    rows: integer("rows"),
  },
  (table) => [primaryKey({ columns: [table.shop, table.name] })],
);

/** Rows that Shopify no longer has, and erased customers. A reading that began before the deletion doesn't add them again. They are forgotten after a day. */
export const mirrorTombstones = pgTable(
  "mirror_tombstones",
  {
    shop: text("shop").notNull(),
    /** The mirror's name. */
    mirror: text("mirror").notNull(),
    /** The number in Shopify's id. */
    id: bigint("id", { mode: "number" }).notNull(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.mirror, table.id] })],
);
