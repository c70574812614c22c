import { liveSolr } from "~/connectors/solr/live.server";
import type { SolrDocument } from "~/connectors/solr/port";
import { badRequest } from "~/platform/errors";
import type { SearchField } from "../hooks.server";
import type { SearchDocument } from "../search-document";
import { asideOf, isAside, type SearchEngine } from "../search-engine";
import type { SolrSettings } from "./connection.server";
import { DYNAMIC_FIELDS, fieldName, fieldNamesOf, typedField } from "./typed-field";

/**
 * SolrCloud with the alias that the owner named. A collection is built aside, and the alias points to it in one step. The collection
 * that was live before stays until the next sync, so that searches that are in progress can end.
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

/** The field that Solr's default configuration searches when a query names none. It isn't returned. */
const SEARCHED = "_text_";

/**
 * A product as a document of Solr, with the metafields that are declared as search fields. Amounts are in cents. A metafield whose
 * field would have the name of one of these, or of a metafield that is declared before it, is left out.
 * @returns what was left out, as sentences
 */
export function solrDocumentOf(
  document: SearchDocument,
  fields: readonly SearchField[],
): { document: SolrDocument; problems: string[] } {
  const { id, handle, title, vendor, productType, tags, collections, image, price, currency, skus } =
    document;
  const titles = collections.map((collection) => collection.title);
  const searched = [title, vendor, productType, ...tags, ...titles, ...skus];
  const list = { isList: true };
  const result: Record<string, unknown> = {
    [fieldName("handle", "string")]: handle,
    [fieldName("title", "string")]: title,
    [fieldName("vendor", "string")]: vendor,
    [fieldName("product_type", "string")]: productType,
    [fieldName("tags", "string", list)]: tags,
    [fieldName("collections", "string", list)]: titles,
    [fieldName("collection_handles", "string", list)]: collections.map((collection) => collection.handle),
    [fieldName("collection_ids", "plong", list)]: collections.map((collection) => collection.id),
    [fieldName("currency", "string")]: currency,
    [fieldName("skus", "string", list)]: skus,
    [fieldName("updated_at", "pdate")]: document.updatedAt.toISOString(),
  };
  if (image) result[fieldName("image", "string")] = image;
  if (price) {
    result[fieldName("price_from_cents", "plong")] = price.from;
    result[fieldName("price_to_cents", "plong")] = price.to;
  }
  const problems: string[] = [];
  const taken = new Set(Object.keys(result));
  for (const declared of fields) {
    const { field, problem } = typedField(document, declared);
    if (problem) problems.push(`${handle}: ${problem} It was left out.`);
    const isTaken = field !== null && taken.has(field.name);
    // Also when this product doesn't have the metafield: the field must not have one metafield here and another one there.
    for (const name of fieldNamesOf(declared)) taken.add(name);
    if (isTaken)
      problems.push(
        `${handle}: another field is named ${field.name} in Solr. ${declared.name} was left out.`,
      );
    if (!field || isTaken) continue;
    result[field.name] = field.value;
    if (declared.search) searched.push(...field.texts);
  }
  return {
    document: { ...result, id: String(id), [SEARCHED]: searched.filter((text) => text !== "") },
    problems,
  };
}
