import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { ProductMetafields } from "~/domain/products/mirror-row";

/** The product metafields that the report has, and the delimiters that were entered. */
export const monitoredMetafields = pgTable(
  "monitored_metafields",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** `namespace.key`. */
    field: column.text("field").notNull(),
    active: column.boolean("active").notNull().default(false),
    /** What separates the items of a value that has several. Empty without one. */
    delimiter: column.text("delimiter").notNull().default(""),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.field] })],
);

/** The last report that was finished, which the next one compares with, and those that are being created. */
export const metafieldSnapshots = pgTable(
  "metafield_snapshots",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The report's run. */
    runId: column.uuid("run_id").notNull(),
    /** The metafields that it has and that have been monitored ever since. */
    fields: column.text("fields").array().notNull(),
    /** Null until it is finished. */
    takenAt: column.timestamp("taken_at", { withTimezone: true }),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.runId] })],
);

/** The values in these reports. */
export const metafieldSnapshotValues = pgTable(
  "metafield_snapshot_values",
  (column) => ({
    shop: column.text("shop").notNull(),
    runId: column.uuid("run_id").notNull(),
    /** The number in Shopify's id. */
    productId: column.bigint("product_id", { mode: "number" }).notNull(),
    handle: column.text("handle").notNull(),
    title: column.text("title").notNull(),
    /** Of the monitored metafields that the product has. */
    metafields: column.jsonb("metafields").$type<ProductMetafields>().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.runId, table.productId] })],
);
