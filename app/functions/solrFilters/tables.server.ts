import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { StoredOptions } from "./merge-options";
import type { DataType, FilterSettings } from "./settings";

/** The fields of products that were made a filter, or whose settings were changed. Other fields have the settings of `fields.ts`. */
export const filterDefinitions = pgTable(
  "filter_definitions",
  {
    shop: text("shop").notNull(),
    /** `vendor`, or a metafield's `namespace.key`. */
    name: text("name").notNull(),
    active: boolean("active").notNull(),
    /** What a collection begins with when it includes the filter. */
    settings: jsonb("settings").$type<FilterSettings>().notNull(),
    /** In the Solr index. */
    type: text("type").$type<DataType>().notNull(),
    /** Whether results return it. */
    output: boolean("output").notNull().default(false),
    /** Whether a search looks into it. */
    search: boolean("search").notNull().default(false),
    /** Of the settings. */
    version: integer("version").notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.shop, table.name] })],
);

/** The filters of collections. */
export const collectionFilters = pgTable(
  "collection_filters",
  {
    shop: text("shop").notNull(),
    /** The number in Shopify's id. */
    collectionId: bigint("collection_id", { mode: "number" }).notNull(),
    /** Of its definition. */
    name: text("name").notNull(),
    /** False: it was removed. Its settings are used again when it is included again. */
    included: boolean("included").notNull(),
    settings: jsonb("settings").$type<FilterSettings>().notNull(),
    options: jsonb("options").$type<StoredOptions>().notNull().default({}),
    /** Of settings and options. */
    version: integer("version").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.collectionId, table.name] }),
    index("collection_filters_by_name").on(table.shop, table.name, table.collectionId),
  ],
);

/** The collections with filters: which of their revisions is in Shopify. */
export const filterCollections = pgTable(
  "filter_collections",
  {
    shop: text("shop").notNull(),
    /** The number in Shopify's id. */
    collectionId: bigint("collection_id", { mode: "number" }).notNull(),
    /** As it was when the filters were last changed. */
    title: text("title").notNull(),
    /** Raised by each change of what is published. */
    revision: integer("revision").notNull().default(1),
    /** 0 before the first one. */
    publishedRevision: integer("published_revision").notNull().default(0),
    /** Of the published filters. */
    digest: text("digest"),
    publishedAt: timestamp("published_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.shop, table.collectionId] })],
);
