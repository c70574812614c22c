import { liveSolr } from "~/connectors/solr/live.server";
import { badRequest } from "~/platform/errors";
import type { SearchField } from "../hooks.server";
import type { SearchDocument } from "../search-document";
import { asideOf, isAside, type SearchEngine } from "../search-engine";
import type { SolrSettings } from "./connector.server";
import { solrDocumentOf } from "./solr-document";
import { DYNAMIC_FIELDS } from "./typed-field";

/**
 * SolrCloud with the alias that the owner named. A collection is built aside, and the alias points to it in one step. The collection
 * that was live before stays until the next run, so that searches that are in progress can end.
 * @param fields the metafields that are indexed
 */
export function solrEngine(
  settings: SolrSettings,
  fields: readonly SearchField[],
  signal: AbortSignal,
): SearchEngine {
  const { baseUrl, collection: live, configSet } = settings;
  const solr = liveSolr(settings);

  async function add(collection: string, documents: readonly SearchDocument[]): Promise<string[]> {
    const mapped = documents.map((document) => solrDocumentOf(document, fields));
    await solr.add(
      collection,
      mapped.map(({ document }) => document),
      signal,
    );
    return mapped.flatMap(({ problems }) => problems);
  }
  const remove = async (collection: string, ids: readonly number[]) =>
    solr.remove(collection, ids.map(String), signal);
  async function count(collection: string): Promise<number | null> {
    if (!(await solr.listCollections(signal)).includes(collection)) return null;
    await solr.commit(collection, signal);
    return solr.count(collection, signal);
  }

  return {
    target: `${baseUrl} ${live}`,
    fields,
    indexOf: (runId) => asideOf(live, runId),
    async begin(index) {
      if ((await solr.listCollections(signal)).includes(live))
        throw badRequest(
          `Solr has a collection named ${live}, so an alias can't have this name. The account owner can enter another name on Settings.`,
        );
      const shape = { shards: Number(settings.shards), replicas: Number(settings.replicas) };
      await solr.createCollection({ name: index, configSet, ...shape }, signal);
      await solr.addDynamicFields(index, DYNAMIC_FIELDS, signal);
    },
    // Collections share their config set.
    copySettings: async () => ({}),
    add,
    remove,
    count,
    async countLive() {
      const collection = (await solr.listAliases(signal))[live];
      return collection === undefined ? null : solr.count(live, signal);
    },
    publish: (index) => solr.setAlias(live, index, signal),
    abandon: (index) => solr.deleteCollection(index, signal),
    async listLeftovers() {
      const inUse = (await solr.listAliases(signal))[live];
      const names = await solr.listCollections(signal);
      return names.filter((name) => isAside(live, name) && name !== inUse);
    },
    async update(documents, deletedIds) {
      if (documents.length > 0) await add(live, documents);
      if (deletedIds.length > 0) await remove(live, deletedIds);
      await solr.commit(live, signal);
    },
  };
}
