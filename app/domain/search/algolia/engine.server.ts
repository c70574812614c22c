import { liveAlgolia } from "~/connectors/algolia/live.server";
import type { AlgoliaIndexSettings, AlgoliaRecord } from "~/connectors/algolia/port";
import type { SearchField } from "../hooks.server";
import { metafieldValues, type SearchDocument } from "../search-document";
import { asideOf, isAside, type SearchEngine } from "../search-engine";
import type { AlgoliaSettings } from "./connection.server";

/** The settings that belong to an index, which Algolia doesn't copy with the others. */
const NOT_COPIED = ["mode", "enableReRanking", "replicas"] as const;

/** What shoppers filter by in every shop. Algolia filters by an attribute only when the settings declare it. */
const FACETS = [
  ...["vendor", "productType", "tags", "collections"].map((name) => `searchable(${name})`),
  "collectionHandles",
  "priceFromCents",
  "priceToCents",
];

type Metafields = Record<string, Record<string, unknown>>;

/**
 * A product as a record of Algolia. Amounts are in cents, and times are Unix seconds, because Algolia filters by numbers. A product
 * that is too large is indexed without its metafields, and then without its longest lists.
 * @param maxBytes the largest record of the shop's plan in Algolia
 * @returns what was left out. Null when nothing was
 */
export function recordOf(
  document: SearchDocument,
  maxBytes: number,
): { record: AlgoliaRecord; problem: string | null } {
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
  if (bytesOf(whole) <= maxBytes) return { record: whole, problem: null };
  if (bytesOf(record) <= maxBytes)
    return {
      record,
      problem: `${document.handle}: its metafields are too large for Algolia and were left out.`,
    };
  return {
    record: shortened(record, maxBytes),
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
function shortened(record: AlgoliaRecord & Record<string, unknown>, maxBytes: number): AlgoliaRecord {
  const result: AlgoliaRecord & Record<string, unknown> = { ...record };
  while (bytesOf(result) > maxBytes) {
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
 * moved over it: Algolia replaces an index in one step, and keeps the replicas of the one that it replaces.
 * @param readFields the metafields that are filters. A first index can be filtered by them
 */
export function algoliaEngine(
  settings: AlgoliaSettings,
  readFields: () => Promise<readonly SearchField[]>,
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
    const records = documents.map((document) => recordOf(document, maxBytes));
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
      const facets = (await readFields()).map(({ name }) => `searchable(metafields.${name})`);
      await algolia.saveSettings(index, { attributesForFaceting: [...FACETS, ...facets] }, signal);
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
    // Records have all metafields.
    fields: [],
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
  };
}
