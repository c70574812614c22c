import { z } from "zod";
import { ORDER_NOT_VALID } from "./messages";
import {
  CONTROL_STYLES,
  CUSTOM_CONTROLS,
  DATA_TYPES,
  MAX_CAPTION_LENGTH,
  MAX_ORDER,
  MAX_PARAMS_LENGTH,
} from "./settings";

export const name = z
  .string()
  .min(1, "must be the name of a filter")
  .max(320, "must be the name of a filter");

export const collectionNumber = (text: string) => text.slice(text.lastIndexOf("/") + 1);

export const COLLECTION_PROBLEM = "must be the id of a collection";

/** The number in Shopify's id of a collection, in a path. */
export const id = z.string().regex(/^[1-9]\d{0,15}$/, COLLECTION_PROBLEM);

/** The number, or Shopify's whole id. */
export const collection = z
  .union([z.string(), z.number().transform(String)], COLLECTION_PROBLEM)
  .transform(collectionNumber)
  .pipe(id);

export const caption = z
  .string()
  .trim()
  .max(MAX_CAPTION_LENGTH, `must be at most ${MAX_CAPTION_LENGTH} characters`);

export const order = z
  .number(ORDER_NOT_VALID)
  .int(ORDER_NOT_VALID)
  .min(-MAX_ORDER, ORDER_NOT_VALID)
  .max(MAX_ORDER, ORDER_NOT_VALID);

/** `FilterSettings`. */
export const settings = z.object({
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

export const solr = z.object({
  type: z.enum(DATA_TYPES, `must be one of: ${DATA_TYPES.join(", ")}`),
  /** Return to PLP. */
  output: z.boolean(),
  /** Include in Search. */
  search: z.boolean(),
});

/** The version that a change is based on: 409 when the filter was changed since. Without it, the current one is changed. */
export const version = z.number().int().optional();

export const filterDefinition = z.object({
  name: z.string(),
  active: z.boolean(),
  ...settings.shape,
  ...solr.shape,
  /** Send it back with a change. 0 before the first one. */
  version: z.number().int(),
  /** Whether a product has the field. */
  hasValues: z.boolean(),
});

export type FilterDefinition = z.infer<typeof filterDefinition>;

export const collectionFilter = filterDefinition.extend({
  /** The number in Shopify's id. */
  collection: z.string(),
  included: z.boolean(),
});

export type CollectionFilter = z.infer<typeof collectionFilter>;

export const collectionItem = z.object({
  /** Shopify's id. */
  id: z.string(),
  title: z.string(),
});

export type CollectionItem = z.infer<typeof collectionItem>;

/** The newest sync that published filters. */
export const lastUpdate = z.object({
  jobId: z.string(),
  /** In words: "Completed, 2 failed". */
  status: z.string(),
  isRunning: z.boolean(),
  /** When it ended, or began if it is running. */
  at: z.string(),
});

export type LastUpdate = z.infer<typeof lastUpdate>;
