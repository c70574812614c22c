import { liveAlgolia } from "~/connectors/algolia/live.server";
import type { SearchDocument } from "../search-document";
import { asideOf, isAside, type SearchEngine } from "../search-engine";
import type { AlgoliaSettings } from "./connector.server";
import { recordOf } from "./record";

/**
 * Algolia with the index that the owner named. An index is built aside with a copy of the live one's settings, synonyms and rules, and
 * moved over it: Algolia replaces an index in one step.
 */
export function algoliaEngine(settings: AlgoliaSettings, signal: AbortSignal): SearchEngine {
  const { baseUrl, applicationId, indexName: live } = settings;
  const algolia = liveAlgolia(settings);
  const count = async (index: string) => {
    const indexes = await algolia.listIndexes(signal);
    return indexes.find(({ name }) => name === index)?.entries ?? null;
  };
  const add = async (index: string, documents: readonly SearchDocument[]) => {
    const records = documents.map(recordOf);
    await algolia.saveRecords(
      index,
      records.map(({ record }) => record),
      signal,
    );
    return records.flatMap(({ problem }) => problem ?? []);
  };
  const remove = async (index: string, ids: readonly number[]) =>
    algolia.deleteRecords(index, ids.map(String), signal);

  return {
    target: `${baseUrl} ${applicationId} ${live}`,
    // Records have all metafields.
    fields: [],
    indexOf: (runId) => asideOf(live, runId),
    begin: (index) => algolia.copySettings(live, index, signal),
    copySettings: (index) => algolia.copySettings(live, index, signal),
    add,
    remove,
    count,
    countLive: () => count(live),
    publish: (index) => algolia.moveIndex(index, live, signal),
    abandon: (index) => algolia.deleteIndex(index, signal),
    async listLeftovers() {
      const names = (await algolia.listIndexes(signal)).map(({ name }) => name);
      return names.filter((name) => isAside(live, name));
    },
    async update(documents, deletedIds) {
      if (documents.length > 0) await add(live, documents);
      if (deletedIds.length > 0) await remove(live, deletedIds);
    },
  };
}
