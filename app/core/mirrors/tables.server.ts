import { pgTable, primaryKey } from "drizzle-orm/pg-core";

/** How fresh each mirror of a shop is. */
export const mirrors = pgTable(
  "mirrors",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The mirror's name, such as "customers". */
    name: column.text("name").notNull(),
    /** The last time that data came from Shopify: by a webhook, a refresh or a rebuild. */
    heardAt: column.timestamp("heard_at", { withTimezone: true }),
    rebuiltAt: column.timestamp("rebuilt_at", { withTimezone: true }),
    /** The version of the declaration at the last rebuild. */
    version: column.integer("version").notNull().default(0),
    rebuildStartedAt: column.timestamp("rebuild_started_at", { withTimezone: true }),
    /** The bulk operation that a rebuild waits for. It is resumed after a crash. */
    bulkOperationId: column.text("bulk_operation_id"),
    rows: column.integer("rows"),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.name] })],
);

/** Rows that Shopify no longer has, and erased customers. A reading that began before the deletion doesn't add them again. They are forgotten after a day. */
export const mirrorTombstones = pgTable(
  "mirror_tombstones",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The mirror's name. */
    mirror: column.text("mirror").notNull(),
    /** The number in Shopify's id. */
    id: column.bigint("id", { mode: "number" }).notNull(),
    deletedAt: column.timestamp("deleted_at", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.mirror, table.id] })],
);
