import { z } from "zod";
import { call } from "~/core/call.server";
import { badRequest } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import {
  changeFilterOptions,
  changeFilterSettings,
  includeFilter,
  removeFilter,
  reorderFilters,
} from "./change-collection-filter.server";
import { type FilterKey, listCollectionFilters, readCollections } from "./collection-filters.server";
import { copyConfiguration } from "./copy-configuration.server";
import { changeSolrSettings, changeUiSettings, listDefinitions, setFilterActive } from "./definitions.server";
import { NO_COLLECTIONS, NO_FILTERS } from "./messages";
import { filterPreview, readPreview } from "./preview.server";
import { startPublishing } from "./publish/publish-filters.server";
import { overviewInput, overviewPage, readOverview } from "./read-overview.server";
import * as schemas from "./schemas";
import { MAX_COPY_TARGETS } from "./settings";

const option = z.object({
  name: z.string(),
  order: schemas.order,
  overwrite: schemas.caption,
  show: z.boolean(),
});

const filterOption = option.extend({
  /** How many active products of the collection have it. 0: it is stored, and no product has it any longer. */
  products: z.number().int(),
});

const answered = { status: z.literal(true), msg: z.string() };

const configuration = z.object({
  ...answered,
  configuration: z.object({ filter: schemas.collectionFilter, options: z.array(filterOption) }),
});

const changedDefinition = z.object({ ...answered, filter: schemas.filterDefinition });

const yesNo = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");

/** The calls of the search filters. */
export const solrFiltersCalls = {
  collections: call("GET /filters/collections", {
    for: "showSolrFilters",
    summary: "The store's collections, by title",
    input: z.object({
      /** `true` reads them from Shopify. Otherwise they are at most a minute old. */
      refresh: yesNo.optional(),
    }),
    output: z.object({ ...answered, collections: z.array(schemas.collectionItem) }),
    async run(context, input) {
      const collections = await readCollections(context, input);
      return answer(
        collections.length === 0 ? NO_COLLECTIONS : `${pluralize(collections.length, "collection")} found.`,
        {
          collections,
        },
      );
    },
  }),
  overview: call("GET /filters/overview", {
    for: "showSolrFilters",
    summary: "The store's collections with the state of their filters, those with changes to publish first",
    input: overviewInput,
    output: overviewPage,
    run: readOverview,
  }),
  collection: call("GET /filters/collection/{id}", {
    for: "showSolrFilters",
    summary: "The active filters of a collection, included ones first, with the options of included ones",
    input: z.object({
      id: schemas.id,
      /** `false` leaves the options out, which takes less time in large collections. */
      options: yesNo.optional(),
      /** Leaves out the options of all filters but this one. */
      optionsOf: schemas.name.optional(),
    }),
    output: z.object({
      ...answered,
      filters: z.array(
        z.object({
          filter: schemas.collectionFilter,
          collection: z.string(),
          options: z.array(filterOption),
        }),
      ),
    }),
    async run(context, { id, options = true, optionsOf }) {
      const hasOptions = (name: string) => options && (optionsOf === undefined || name === optionsOf);
      const rows = await listCollectionFilters(context, Number(id), hasOptions);
      const filters = rows.map((row) => ({ ...row, collection: id }));
      return answer(foundText(filters), { filters });
    },
  }),
  include: call("POST /filters/collection/{id}", {
    for: "showSolrFilters",
    summary: "Include a filter in a collection",
    input: z.object({ id: schemas.id, collection: schemas.collection, name: schemas.name }),
    output: configuration,
    async run(context, input) {
      const { configuration, isChanged } = await includeFilter(context, keyOf(input, input.name));
      const msg = isChanged ? `${input.name} is included.` : `${input.name} was included already.`;
      return answer(msg, { configuration });
    },
  }),
  remove: call("DELETE /filters/collection/{id}", {
    for: "showSolrFilters",
    summary: "Remove a filter from a collection. Its settings are kept for the next time",
    input: z.object({ id: schemas.id, collection: schemas.collection, name: schemas.name }),
    output: configuration,
    async run(context, input) {
      const { configuration, isChanged } = await removeFilter(context, keyOf(input, input.name));
      const msg = isChanged ? `${input.name} is removed.` : `${input.name} wasn't included.`;
      return answer(msg, { configuration });
    },
  }),
  updateSettings: call("PATCH /filters/collection/{id}/filter", {
    for: "showSolrFilters",
    summary: "Change a filter's settings in a collection. Omitted ones stay as they are",
    input: z.object({
      id: schemas.id,
      collection: schemas.collection,
      name: schemas.name,
      version: schemas.version,
      ...schemas.settings.partial().shape,
    }),
    output: configuration,
    async run(context, input) {
      const { id: _, collection: __, name, version, ...value } = input;
      const { configuration, isChanged } = await changeFilterSettings(context, keyOf(input, name), {
        value,
        version,
      });
      return answer(savedText(`The settings of ${name}`, isChanged), { configuration });
    },
  }),
  updateOptions: call("PATCH /filters/collection/{id}/options", {
    for: "showSolrFilters",
    summary: "Change options of a filter in a collection. Omitted ones stay as they are",
    input: z.object({
      id: schemas.id,
      collection: schemas.collection,
      filter: schemas.name,
      version: schemas.version,
      options: z
        .array(option.extend({ name: z.string().min(1).max(255) }))
        .max(1_000, "must be at most 1,000"),
    }),
    output: configuration,
    async run(context, input) {
      const { filter, version, options: value } = input;
      const key = keyOf(input, filter);
      const { configuration, isChanged } = await changeFilterOptions(context, key, { value, version });
      return answer(savedText(`The options of ${filter}`, isChanged), { configuration });
    },
  }),
  reorder: call("PATCH /filters/collection/{id}/order", {
    for: "showSolrFilters",
    summary: "Put the included filters of a collection in an order",
    input: z.object({
      id: schemas.id,
      collection: schemas.collection,
      names: z.array(schemas.name).min(1).max(500),
      /** The order that the caller saw: 409 when there is another one. */
      seen: z.array(schemas.name).max(500).optional(),
    }),
    output: z.object(answered),
    async run(context, input) {
      const { collectionId } = keyOf(input, "");
      const { isChanged } = await reorderFilters(context, {
        collectionId,
        names: input.names,
        seen: input.seen,
      });
      return answer(savedText("The positions", isChanged), {});
    },
  }),
  preview: call("GET /filters/collection/{id}/preview", {
    for: "showSolrFilters",
    summary: "The filters of a collection as shoppers would see them, with counts from the live Solr index",
    input: z.object({ id: schemas.id }),
    output: filterPreview,
    run: (context, input) => readPreview(context, Number(input.id)),
  }),
  copy: call("POST /filters/copy", {
    for: "showSolrFilters",
    summary:
      "Give collections these filters with their settings. Omitted settings, options and other filters stay",
    input: z.object({
      /** Those that aren't included are left out. */
      filters: z
        .array(
          z.object({
            name: schemas.name,
            collection: schemas.collection,
            included: z.boolean(),
            ...schemas.settings.partial().shape,
          }),
        )
        .min(1, "must name at least one filter")
        .max(500, "must be at most 500"),
      collections: z
        .array(z.object({ id: schemas.collection, title: z.string().max(500) }))
        .min(1, "must name at least one collection")
        .max(MAX_COPY_TARGETS, `must be at most ${MAX_COPY_TARGETS.toLocaleString("en-US")}`),
    }),
    output: z.object(answered),
    async run(context, { filters, collections }) {
      const targets = collections.map(({ id, title }) => ({ collectionId: Number(id), title }));
      const copied = await copyConfiguration(context, { filters, targets });
      const total = copied.filters * copied.collections;
      const same = total === copied.changed ? "" : ` ${total - copied.changed} were the same already.`;
      const what = `${pluralize(copied.filters, "filter")} copied to ${pluralize(copied.collections, "collection")}`;
      return answer(`${what}: ${copied.changed} changed.${same}`, {});
    },
  }),
  definitions: call("GET /filters/filtersDef", {
    for: "showSolrFilters",
    summary: "What products can be filtered by, active filters first",
    output: z.object({
      ...answered,
      filtersDef: z.array(schemas.filterDefinition),
      /** How many collections have filters that aren't published. */
      unpublished: z.number().int(),
      lastUpdate: schemas.lastUpdate.nullable(),
    }),
    async run(context) {
      const definitions = await listDefinitions(context);
      return answer(foundText(definitions.filtersDef), definitions);
    },
  }),
  setActive: call("PATCH /filters/filtersDef", {
    for: "showSolrFilters",
    summary: "Activate or deactivate a filter",
    input: z.object({ name: schemas.name, active: z.boolean() }),
    output: changedDefinition,
    async run(context, input) {
      const { filter } = await setFilterActive(context, input);
      return answer(`${filter.name} is ${filter.active ? "active" : "inactive"}.`, { filter });
    },
  }),
  updateUi: call("PATCH /filters/filtersDef/ui", {
    for: "showSolrFilters",
    summary: "Change the settings that collections begin with. Omitted ones stay as they are",
    input: z.object({ name: schemas.name, version: schemas.version, ...schemas.settings.partial().shape }),
    output: changedDefinition,
    async run(context, { name, version, ...fields }) {
      const { filter, isChanged } = await changeUiSettings(context, { name, version, fields });
      return answer(savedText(`The UI settings of ${name}`, isChanged), { filter });
    },
  }),
  updateSolr: call("PATCH /filters/filtersDef/solr", {
    for: "showSolrFilters",
    summary: "Change a filter's field in the Solr index. Omitted settings stay as they are",
    input: z.object({ name: schemas.name, version: schemas.version, ...schemas.solr.partial().shape }),
    output: changedDefinition,
    async run(context, { name, version, ...fields }) {
      const { filter, isChanged } = await changeSolrSettings(context, { name, version, fields });
      return answer(savedText(`The SOLR settings of ${name}`, isChanged), { filter });
    },
  }),
  updateCollections: call("GET /filters/updateCollections", {
    for: "showSolrFilters",
    summary: "Publish the filters of the collections that changed, as a job",
    input: z.object({
      /** Only this one. */
      collection: schemas.collection.optional(),
    }),
    output: z.object({
      ...answered,
      /** Null when every collection has its current filters. */
      jobId: z.string().nullable(),
    }),
    async run(context, { collection: only }) {
      const started = await startPublishing(context, only === undefined ? undefined : Number(only));
      const current = only === undefined ? "All collections have their" : "The collection has its";
      const msg = started
        ? `${pluralize(started.collections, "collection")} being updated.`
        : `${current} current filters.`;
      return answer(msg, { jobId: started?.jobId ?? null });
    },
  }),
};

const answer = <Data extends object>(msg: string, data: Data) => ({ status: true as const, msg, ...data });

/** @throws 400 when the path and the body name different collections */
function keyOf({ id, collection }: { id: string; collection: string }, name: string): FilterKey {
  const problem = "must be the collection in the path";
  if (collection !== id) throw badRequest(`collection ${problem}.`, { collection: problem });
  return { collectionId: Number(id), name };
}

const foundText = (filters: readonly unknown[]): string =>
  filters.length === 0 ? NO_FILTERS : `${pluralize(filters.length, "filter")} found.`;

const savedText = (what: string, isChanged: boolean): string =>
  `${what} ${isChanged ? "are saved" : "have no changes"}.`;
