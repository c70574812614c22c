import type { AlgoliaRecord } from "~/connectors/algolia/port";
import { metafieldValues } from "../metafield-values";
import type { SearchDocument } from "../search-document";

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
