import { liveSolr } from "~/connectors/solr/live.server";
import { badRequest } from "~/platform/errors";
import { comparableValues } from "../comparable-values";
import type { IndexFields } from "../index-fields";
import type { SearchDocument } from "../search-document";
import { asideOf, type IndexRecord, isAside, type SearchEngine } from "../search-engine";
import type { SolrSettings } from "./connection.server";
import { solrDocumentOf, valuesOf } from "./document";
import { AVAILABLE, DYNAMIC_FIELDS, fieldName, optionField } from "./typed-field";

/** What a test search counts: what every product has. The shop's filters are counted on their own page. */
const FACETS = [
  fieldName("vendor", "string"),
  fieldName("product_type", "string"),
  fieldName("tags", "string", { isList: true }),
  fieldName("collections", "string", { isList: true }),
  AVAILABLE,
  optionField("size"),
  optionField("color"),
];
const MAX_FACET_VALUES = 20;
const IDS_PER_PAGE = 1_000;

/**
 * SolrCloud with the alias that the owner named. A collection is built aside, and the alias points to it in one step. The collection
 * that was live before stays until the next sync, so that searches that are in progress can end.
 * @param fields of its documents
 */
export function solrEngine(settings: SolrSettings, fields: IndexFields, signal: AbortSignal): SearchEngine {
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
    recordOf: (document) => solrDocumentOf(document, fields).document,
    async readRecords(ids) {
      const { documents } = await solr.search(
        live,
        { q: "*:*", fq: [`{!terms f=id}${ids.join(",")}`], rows: ids.length },
        signal,
      );
      return new Map(documents.map((document): [number, IndexRecord] => [Number(document.id), document]));
    },
    async *listIds() {
      let last: string | undefined;
      for (;;) {
        const after = last === undefined ? [] : [`id:{"${last}" TO *]`];
        const query = { q: "*:*", fq: after, sort: "id asc", fl: "id", rows: IDS_PER_PAGE };
        const { documents } = await solr.search(live, query, signal);
        yield documents.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
        last = documents.at(-1)?.id;
        if (documents.length < IDS_PER_PAGE) return;
      }
    },
    valuesOf: (record) => comparableValues(valuesOf(record, fields)),
    async search({ text, facets, limit, counted = FACETS, values = MAX_FACET_VALUES }) {
      const query = {
        q: text.trim() === "" ? "*:*" : wordsOf(text),
        fq: Object.entries(facets).map(([field, value]) => `{!term f=${field}}${value}`),
        fl: "id",
        rows: limit,
        facets: [...new Set(counted)],
        facetValues: values,
      };
      const found = await solr.search(live, query, signal);
      return { total: found.total, ids: found.documents.map(({ id }) => id), facets: found.facets };
    },
  };
}

/** A text as words that must all be found, with the signs and the operators of Solr's query language escaped. */
const wordsOf = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => `+${word.replace(/[+\-&|!(){}[\]^"~*?:\\/]|^(?:AND|OR|NOT)$/g, "\\$&")}`)
    .join(" ");
