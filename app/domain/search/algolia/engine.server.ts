import { liveAlgolia } from "~/connectors/algolia/live.server";
import type { AlgoliaIndexSettings } from "~/connectors/algolia/port";
import { comparableValues } from "../comparable-values";
import type { IndexFields } from "../index-fields";
import type { SearchDocument } from "../search-document";
import { asideOf, type IndexRecord, isAside, type SearchEngine } from "../search-engine";
import type { AlgoliaSettings } from "./connection.server";
import { recordOf, valuesOf } from "./record";

/** The settings that belong to an index, which Algolia doesn't copy with the others. */
const NOT_COPIED = ["mode", "enableReRanking", "replicas"] as const;

/** What shoppers can filter a first index by. Later syncs keep what people have set instead. */
type ReadFacets = () => Promise<readonly string[]>;

/** Facets that shoppers filter by a range, or that say the same as another one. */
const NOT_CHOSEN = ["collectionHandles", "priceFromCents", "priceToCents"];

/** How many facet values a test search shows of each facet. */
const MAX_FACET_VALUES = 20;

/**
 * Algolia with the index that the owner named. An index is built aside with a copy of the live one's settings, synonyms and rules, and
 * moved over it: Algolia replaces an index in one step, and keeps the replicas of the one that it replaces.
 * @param fields of its records
 */
export function algoliaEngine(
  settings: AlgoliaSettings,
  { fields, readFacets }: { fields: IndexFields; readFacets: ReadFacets },
  signal: AbortSignal,
): SearchEngine {
  const { baseUrl, applicationId, indexName: live, recordKb } = settings;
  const maxBytes = Number(recordKb) * 1_000;
  const algolia = liveAlgolia(settings);
  const count = async (index: string) => {
    const indexes = await algolia.listIndexes(signal);
    return indexes.find(({ name }) => name === index)?.entries ?? null;
  };
  const add = async (index: string, documents: readonly SearchDocument[]) => {
    const records = documents.map((document) => recordOf(document, fields, maxBytes));
    await algolia.saveRecords(
      index,
      records.map(({ record }) => record),
      signal,
    );
    return records.flatMap(({ problem }) => problem ?? []);
  };
  const remove = async (index: string, ids: readonly number[]) =>
    algolia.deleteRecords(index, ids.map(String), signal);

  /** Those that Algolia's own copy leaves out are returned, and written where an index can have them before it is live. */
  async function copySettings(index: string): Promise<AlgoliaIndexSettings> {
    const own = await algolia.readSettings(live, signal);
    if (!own) {
      await algolia.saveSettings(index, { attributesForFaceting: await readFacets() }, signal);
      return {};
    }
    await algolia.copySettings(live, index, signal);
    const kept = Object.fromEntries(
      NOT_COPIED.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
    );
    // A replica has one primary index, so the replicas stay with the live one.
    const { replicas: _live, ...others } = kept;
    if (Object.keys(others).length > 0) await algolia.saveSettings(index, others, signal);
    return kept;
  }
  /** The live index has these settings, whatever the move has done with them. */
  async function restore(kept: AlgoliaIndexSettings): Promise<void> {
    if (Object.keys(kept).length === 0) return;
    const now = await algolia.readSettings(live, signal);
    const lost = Object.entries(kept).filter(
      ([name, value]) => JSON.stringify(now?.[name]) !== JSON.stringify(value),
    );
    if (lost.length > 0) await algolia.saveSettings(live, Object.fromEntries(lost), signal);
  }

  return {
    target: `${baseUrl} ${applicationId} ${live}`,
    fields,
    indexOf: (runId) => asideOf(live, runId),
    async begin(index) {
      await copySettings(index);
    },
    copySettings,
    add,
    remove,
    count,
    countLive: () => count(live),
    async publish(index, kept) {
      await algolia.moveIndex(index, live, signal);
      await restore(kept);
    },
    abandon: (index) => algolia.deleteIndex(index, signal),
    async listLeftovers() {
      const names = (await algolia.listIndexes(signal)).map(({ name }) => name);
      return names.filter((name) => isAside(live, name));
    },
    async update(documents, deletedIds) {
      if (documents.length > 0) await add(live, documents);
      if (deletedIds.length > 0) await remove(live, deletedIds);
    },
    recordOf: (document) => recordOf(document, fields, maxBytes).record,
    async readRecords(ids) {
      const records = await algolia.readRecords(live, ids.map(String), signal);
      return new Map(
        records.flatMap((record): [number, IndexRecord][] =>
          record ? [[Number(record.objectID), record]] : [],
        ),
      );
    },
    async *listIds() {
      let cursor: string | undefined;
      do {
        const page = await algolia.browseIds(live, cursor, signal);
        yield page.ids.map(Number).filter(Number.isSafeInteger);
        cursor = page.cursor;
      } while (cursor !== undefined);
    },
    valuesOf: (record) => comparableValues(valuesOf(record)),
    async search({ text, facets, limit }) {
      const facetFilters = Object.entries(facets).map(
        ([field, value]) => `${field}:${value.replace(/^-/, "\\-")}`,
      );
      const found = await algolia.search(
        live,
        { query: text, facetFilters, hitsPerPage: limit, maxValuesPerFacet: MAX_FACET_VALUES },
        signal,
      );
      return {
        total: found.nbHits,
        ids: found.hits.map(({ objectID }) => objectID),
        facets: Object.entries(found.facets ?? {})
          .filter(([field]) => !NOT_CHOSEN.includes(field))
          .map(([field, counts]) => ({
            field,
            values: Object.entries(counts).map(([value, count]) => ({ value, count })),
          })),
      };
    },
  };
}
