import { z } from "zod";
import { call } from "~/platform/contract/call";
import { ORDER_NOT_VALID } from "./messages";
import {
  CONTROL_STYLES,
  CUSTOM_CONTROLS,
  DATA_TYPES,
  MAX_CAPTION_LENGTH,
  MAX_COPY_TARGETS,
  MAX_ORDER,
  MAX_PARAMS_LENGTH,
} from "./settings";

const name = z.string().min(1, "must be the name of a filter").max(320, "must be the name of a filter");

const collectionNumber = (text: string) => text.slice(text.lastIndexOf("/") + 1);
const COLLECTION_PROBLEM = "must be the id of a collection";
/** The number in Shopify's id of a collection, in a path. */
const id = z.string().regex(/^[1-9]\d{0,15}$/, COLLECTION_PROBLEM);
/** The number, or Shopify's whole id. */
const collection = z
  .union([z.string(), z.number().transform(String)], COLLECTION_PROBLEM)
  .transform(collectionNumber)
  .pipe(id);

const caption = z.string().trim().max(MAX_CAPTION_LENGTH, `must be at most ${MAX_CAPTION_LENGTH} characters`);
const order = z
  .number(ORDER_NOT_VALID)
  .int(ORDER_NOT_VALID)
  .min(-MAX_ORDER, ORDER_NOT_VALID)
  .max(MAX_ORDER, ORDER_NOT_VALID);

/** `FilterSettings`. */
const settings = z.object({
  overwrite: caption,
  show: z.boolean(),
  order,
  style: z.enum(CONTROL_STYLES, `must be one of: ${CONTROL_STYLES.join(", ")}`),
  counts: z.boolean(),
  expand: z.boolean(),
  custom: z.enum([...CUSTOM_CONTROLS, ""], `must be empty or one of: ${CUSTOM_CONTROLS.join(", ")}`),
  params: z
    .string()
    .trim()
    .max(MAX_PARAMS_LENGTH, `must be at most ${MAX_PARAMS_LENGTH.toLocaleString("en-US")} characters`),
  customRange: z.boolean(),
  customRangeButton: caption,
  clear: caption,
  optionFinder: z.boolean(),
});
const solr = z.object({
  type: z.enum(DATA_TYPES, `must be one of: ${DATA_TYPES.join(", ")}`),
  /** Return to PLP. */
  output: z.boolean(),
  /** Include in Search. */
  search: z.boolean(),
});

/** The version that a change is based on: 409 when the filter was changed since. Without it, the current one is changed. */
const version = z.number().int().optional();

const filterDefinition = z.object({
  name: z.string(),
  active: z.boolean(),
  ...settings.shape,
  ...solr.shape,
  /** Send it back with a change. 0 before the first one. */
  version: z.number().int(),
});
export type FilterDefinition = z.infer<typeof filterDefinition>;

const collectionFilter = filterDefinition.extend({
  /** The number in Shopify's id. */
  collection: z.string(),
  included: z.boolean(),
});
export type CollectionFilter = z.infer<typeof collectionFilter>;

const option = z.object({ name: z.string(), order, overwrite: caption, show: z.boolean() });
const filterOption = option.extend({
  /** How many active products of the collection have it. 0: it is stored, and no product has it any longer. */
  products: z.number().int(),
});

const answered = { status: z.literal(true), msg: z.string() };
const configuration = z.object({
  ...answered,
  configuration: z.object({ filter: collectionFilter, options: z.array(filterOption) }),
});
const changedDefinition = z.object({ ...answered, filter: filterDefinition });

const collectionItem = z.object({
  /** Shopify's id. */
  id: z.string(),
  title: z.string(),
});
export type CollectionItem = z.infer<typeof collectionItem>;

/** The newest run that published filters. */
const lastUpdate = z.object({
  jobId: z.string(),
  /** In words: "Completed, 2 failed". */
  status: z.string(),
  isRunning: z.boolean(),
  /** When it ended, or began if it is running. */
  at: z.string(),
});
export type LastUpdate = z.infer<typeof lastUpdate>;

const yesNo = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");

/** The calls of the search filters. */
export const solrFiltersContract = {
  collections: call("showSolrFilters")
    .route({ method: "GET", path: "/filters/collections", summary: "The store's collections, by title" })
    .input(
      z.object({
        /** `true` reads them from Shopify. Otherwise they are at most a minute old. */
        refresh: yesNo.optional(),
      }),
    )
    .output(z.object({ ...answered, collections: z.array(collectionItem) })),
  collection: call("showSolrFilters")
    .route({
      method: "GET",
      path: "/filters/collection/{id}",
      summary: "The active filters of a collection, included ones first, with the options of included ones",
    })
    .input(
      z.object({
        id,
        /** `false` leaves the options out, which takes less time in large collections. */
        options: yesNo.optional(),
        /** Leaves out the options of all filters but this one. */
        optionsOf: name.optional(),
      }),
    )
    .output(
      z.object({
        ...answered,
        filters: z.array(
          z.object({ filter: collectionFilter, collection: z.string(), options: z.array(filterOption) }),
        ),
      }),
    ),
  include: call("showSolrFilters")
    .route({ method: "POST", path: "/filters/collection/{id}", summary: "Include a filter in a collection" })
    .input(z.object({ id, collection, name }))
    .output(configuration),
  remove: call("showSolrFilters")
    .route({
      method: "DELETE",
      path: "/filters/collection/{id}",
      summary: "Remove a filter from a collection. Its settings are kept for the next time",
    })
    .input(z.object({ id, collection, name }))
    .output(configuration),
  updateSettings: call("showSolrFilters")
    .route({
      method: "PATCH",
      path: "/filters/collection/{id}/filter",
      summary: "Change a filter's settings in a collection. Omitted ones stay as they are",
    })
    .input(z.object({ id, collection, name, version, ...settings.partial().shape }))
    .output(configuration),
  updateOptions: call("showSolrFilters")
    .route({
      method: "PATCH",
      path: "/filters/collection/{id}/options",
      summary: "Change options of a filter in a collection. Omitted ones stay as they are",
    })
    .input(
      z.object({
        id,
        collection,
        filter: name,
        version,
        options: z
          .array(option.extend({ name: z.string().min(1).max(255) }))
          .max(1_000, "must be at most 1,000"),
      }),
    )
    .output(configuration),
  copy: call("showSolrFilters")
    .route({
      method: "POST",
      path: "/filters/copy",
      summary:
        "Give collections these filters with their settings. Omitted settings, options and other filters stay",
    })
    .input(
      z.object({
        /** Those that aren't included are left out. */
        filters: z
          .array(z.object({ name, collection, included: z.boolean(), ...settings.partial().shape }))
          .min(1, "must name at least one filter")
          .max(500, "must be at most 500"),
        collections: z
          .array(z.object({ id: collection, title: z.string().max(500) }))
          .min(1, "must name at least one collection")
          .max(MAX_COPY_TARGETS, `must be at most ${MAX_COPY_TARGETS.toLocaleString("en-US")}`),
      }),
    )
    .output(z.object(answered)),
  definitions: call("showSolrFilters")
    .route({
      method: "GET",
      path: "/filters/filtersDef",
      summary: "What products can be filtered by, active filters first",
    })
    .output(
      z.object({
        ...answered,
        filtersDef: z.array(filterDefinition),
        /** How many collections have filters that aren't published. */
        unpublished: z.number().int(),
        lastUpdate: lastUpdate.nullable(),
      }),
    ),
  setActive: call("showSolrFilters")
    .route({ method: "PATCH", path: "/filters/filtersDef", summary: "Activate or deactivate a filter" })
    .input(z.object({ name, active: z.boolean() }))
    .output(changedDefinition),
  updateUi: call("showSolrFilters")
    .route({
      method: "PATCH",
      path: "/filters/filtersDef/ui",
      summary: "Change the settings that collections begin with. Omitted ones stay as they are",
    })
    .input(z.object({ name, version, ...settings.partial().shape }))
    .output(changedDefinition),
  updateSolr: call("showSolrFilters")
    .route({
      method: "PATCH",
      path: "/filters/filtersDef/solr",
      summary: "Change a filter's field in the Solr index. Omitted settings stay as they are",
    })
    .input(z.object({ name, version, ...solr.partial().shape }))
    .output(changedDefinition),
  updateCollections: call("showSolrFilters")
    .route({
      method: "GET",
      path: "/filters/updateCollections",
      summary: "Publish the filters of the collections that changed, as a job",
    })
    .output(
      z.object({
        ...answered,
        /** Null when every collection has its current filters. */
        jobId: z.string().nullable(),
      }),
    ),
};
