import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { StoredOptions } from "./merge-options";
import type { DataType, FilterSettings } from "./settings";

/** The fields of products that were made a filter, or whose settings were changed. Other fields have the settings of `fields.ts`. */
export const filterDefinitions = pgTable(
  "filter_definitions",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** `vendor`, or a metafield's `namespace.key`. */
    name: column.text("name").notNull(),
    active: column.boolean("active").notNull(),
    /** What a collection begins with when it includes the filter. */
    settings: column.jsonb("settings").$type<FilterSettings>().notNull(),
    /** In the Solr index. */
    type: column.text("type").$type<DataType>().notNull(),
    /** Whether results return it. */
    output: column.boolean("output").notNull().default(false),
    /** Whether a search looks into it. */
    search: column.boolean("search").notNull().default(false),
    /** Of the settings. */
    version: column.integer("version").notNull().default(1),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.name] })],
);

/** The filters of collections. */
export const collectionFilters = pgTable(
  "collection_filters",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    collectionId: column.bigint("collection_id", { mode: "number" }).notNull(),
    /** Of its definition. */
    name: column.text("name").notNull(),
    /** False: it was removed. Its settings are used again when it is included again. */
    included: column.boolean("included").notNull(),
    settings: column.jsonb("settings").$type<FilterSettings>().notNull(),
    options: column.jsonb("options").$type<StoredOptions>().notNull().default({}),
    /** Of settings and options. */
    version: column.integer("version").notNull().default(1),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.collectionId, table.name] }),
    index("collection_filters_by_name").on(table.shop, table.name, table.collectionId),
  ],
);

/** The collections with filters: which of their revisions is in Shopify. */
export const filterCollections = pgTable(
  "filter_collections",
  (column) => ({
    shop: column.text("shop").notNull(),
    /** The number in Shopify's id. */
    collectionId: column.bigint("collection_id", { mode: "number" }).notNull(),
    /** As it was when the filters were last changed. */
    title: column.text("title").notNull(),
    /** Raised by each change of what is published. */
    revision: column.integer("revision").notNull().default(1),
    /** 0 before the first one. */
    publishedRevision: column.integer("published_revision").notNull().default(0),
    /** Of the published filters. */
    digest: column.text("digest"),
    publishedAt: column.timestamp("published_at", { withTimezone: true }),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.collectionId] })],
);
