import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";

/** Products that changed since an engine received them. */
export const searchChanges = pgTable(
  "search_changes",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The name of the engine: `algolia` or `solr`. */
    engine: column.text("engine").notNull(),
    /** The number in Shopify's id. */
    productId: column.bigint("product_id", { mode: "number" }).notNull(),
    /** Increases with each change, so that one that happens during an update isn't lost. */
    change: column.bigserial("change", { mode: "number" }).notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.engine, table.productId] }),
    index("search_changes_in_order").on(table.shop, table.engine, table.change),
  ],
);

/** The live indexes that a full sync has published. Only these get the changes in between. */
export const searchIndexes = pgTable(
  "search_indexes",
  (column) => ({
    shop: column.text("shop").notNull(),
    engine: column.text("engine").notNull(),
    /** Which index of which system. After the owner has changed the settings, it is another one. */
    target: column.text("target").notNull(),
    publishedAt: column.timestamp("published_at", { withTimezone: true }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.engine] })],
);
