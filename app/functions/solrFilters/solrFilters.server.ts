import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { badRequest } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import {
  changeFilterOptions,
  changeFilterSettings,
  includeFilter,
  removeFilter,
} from "./change-collection-filter.server";
import { changeSolrSettings, changeUiSettings, setFilterActive } from "./change-definition.server";
import type { FilterKey } from "./collection-filter-store.server";
import { solrFiltersContract } from "./contract";
import { copyConfiguration } from "./copy-configuration.server";
import { listCollectionFilters } from "./list-collection-filters.server";
import { listDefinitions } from "./list-definitions.server";
import { NO_COLLECTIONS, NO_FILTERS } from "./messages";
import { startPublishing } from "./publish/publish-filters.server";
import { readCollections } from "./read-collections.server";

const calls = implement(solrFiltersContract).$context<CallContext>().use(guard);

export const solrFiltersRouter = calls.router({
  collections: calls.collections.handler(async ({ input, context }) => {
    const collections = await readCollections(context, input);
    return answer(
      collections.length === 0 ? NO_COLLECTIONS : `${pluralize(collections.length, "collection")} found.`,
      {
        collections,
      },
    );
  }),
  collection: calls.collection.handler(async ({ input: { id, options = true, optionsOf }, context }) => {
    const hasOptions = (name: string) => options && (optionsOf === undefined || name === optionsOf);
    const rows = await listCollectionFilters(context, Number(id), hasOptions);
    const filters = rows.map((row) => ({ ...row, collection: id }));
    return answer(foundText(filters), { filters });
  }),
  include: calls.include.handler(async ({ input, context }) => {
    const { configuration, isChanged } = await includeFilter(context, keyOf(input, input.name));
    const msg = isChanged ? `${input.name} is included.` : `${input.name} was included already.`;
    return answer(msg, { configuration });
  }),
  remove: calls.remove.handler(async ({ input, context }) => {
    const { configuration, isChanged } = await removeFilter(context, keyOf(input, input.name));
    const msg = isChanged ? `${input.name} is removed.` : `${input.name} wasn't included.`;
    return answer(msg, { configuration });
  }),
  updateSettings: calls.updateSettings.handler(async ({ input, context }) => {
    const { id: _, collection: __, name, version, ...value } = input;
    const { configuration, isChanged } = await changeFilterSettings(context, keyOf(input, name), {
      value,
      version,
    });
    return answer(savedText(`The settings of ${name}`, isChanged), { configuration });
  }),
  updateOptions: calls.updateOptions.handler(async ({ input, context }) => {
    const { filter, version, options: value } = input;
    const key = keyOf(input, filter);
    const { configuration, isChanged } = await changeFilterOptions(context, key, { value, version });
    return answer(savedText(`The options of ${filter}`, isChanged), { configuration });
  }),
  copy: calls.copy.handler(async ({ input: { filters, collections }, context }) => {
    const targets = collections.map(({ id, title }) => ({ collectionId: Number(id), title }));
    const copied = await copyConfiguration(context, { filters, targets });
    const total = copied.filters * copied.collections;
    const same = total === copied.changed ? "" : ` ${total - copied.changed} were the same already.`;
    const what = `${pluralize(copied.filters, "filter")} copied to ${pluralize(copied.collections, "collection")}`;
    return answer(`${what}: ${copied.changed} changed.${same}`, {});
  }),
  definitions: calls.definitions.handler(async ({ context }) => {
    const definitions = await listDefinitions(context);
    return answer(foundText(definitions.filtersDef), definitions);
  }),
  setActive: calls.setActive.handler(async ({ input, context }) => {
    const { filter } = await setFilterActive(context, input);
    return answer(`${filter.name} is ${filter.active ? "active" : "inactive"}.`, { filter });
  }),
  updateUi: calls.updateUi.handler(async ({ input: { name, version, ...fields }, context }) => {
    const { filter, isChanged } = await changeUiSettings(context, { name, version, fields });
    return answer(savedText(`The UI settings of ${name}`, isChanged), { filter });
  }),
  updateSolr: calls.updateSolr.handler(async ({ input: { name, version, ...fields }, context }) => {
    const { filter, isChanged } = await changeSolrSettings(context, { name, version, fields });
    return answer(savedText(`The SOLR settings of ${name}`, isChanged), { filter });
  }),
  updateCollections: calls.updateCollections.handler(async ({ context }) => {
    const started = await startPublishing(context);
    const msg = started
      ? `${pluralize(started.collections, "collection")} being updated.`
      : "All collections have their current filters.";
    return answer(msg, { jobId: started?.jobId ?? null });
  }),
});

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
