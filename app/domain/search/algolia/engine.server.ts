import { liveAlgolia } from "~/connectors/algolia/live.server";
import type { AlgoliaRecord } from "~/connectors/algolia/port";
import { metafieldValues, type SearchDocument } from "../search-document";
import { asideOf, isAside, type SearchEngine } from "../search-engine";
import type { AlgoliaSettings } from "./connector.server";

/** Algolia's smallest limit for a record, in bytes. Other plans allow more. */
const MAX_RECORD_BYTES = 10_000;

type Metafields = Record<string, Record<string, unknown>>;

/**
 * A product as a record of Algolia. Amounts are in cents, and times are Unix seconds, because Algolia filters by numbers. A product
 * that is too large is indexed without its metafields, and then without its longest lists.
 * @returns what was left out. Null when nothing was
 */
export function recordOf(document: SearchDocument): { record: AlgoliaRecord; problem: string | null } {
  const { id, collections, price, updatedAt, metafields, ...same } = document;
  const record = {
    ...same,
    objectID: String(id),
    collections: collections.map(({ title }) => title),
    collectionHandles: collections.map(({ handle }) => handle),
    priceFromCents: price?.from ?? null,
    priceToCents: price?.to ?? null,
    updatedAt: Math.floor(updatedAt.getTime() / 1000),
  };
  const whole = { ...record, metafields: nested(metafields) };
  if (bytesOf(whole) <= MAX_RECORD_BYTES) return { record: whole, problem: null };
  if (bytesOf(record) <= MAX_RECORD_BYTES)
    return {
      record,
      problem: `${document.handle}: its metafields are too large for Algolia and were left out.`,
    };
  return {
    record: shortened(record),
    problem: `${document.handle}: too large for Algolia. Its lists were cut.`,
  };
}

const bytesOf = (record: object): number => Buffer.byteLength(JSON.stringify(record));

/** By namespace, then by key. */
function nested(metafields: SearchDocument["metafields"]): Metafields {
  const result: Metafields = {};
  for (const [name, metafield] of Object.entries(metafields)) {
    const dot = name.indexOf(".");
    const namespace = name.slice(0, dot);
    const { isList, values } = metafieldValues(metafield);
    result[namespace] = { ...result[namespace], [name.slice(dot + 1)]: isList ? values : values[0] };
  }
  return result;
}

/** Halves the longest list until the record fits. */
function shortened(record: AlgoliaRecord & Record<string, unknown>): AlgoliaRecord {
  const result: AlgoliaRecord & Record<string, unknown> = { ...record };
  while (bytesOf(result) > MAX_RECORD_BYTES) {
    const lists = Object.entries(result).filter((entry): entry is [string, unknown[]] =>
      Array.isArray(entry[1]),
    );
    const [longest] = lists.sort(([, one], [, other]) => bytesOf(other) - bytesOf(one));
    if (!longest || longest[1].length === 0) break;
    result[longest[0]] = longest[1].slice(0, Math.floor(longest[1].length / 2));
  }
  return result;
}

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
