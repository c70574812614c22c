import type { AlgoliaRecord } from "~/connectors/algolia/port";
import { type IndexFields, isMetafieldName, type ProductField } from "../index-fields";
import { metafieldValues, type SearchDocument } from "../search-document";

type Metafields = Record<string, Record<string, unknown>>;
type Properties = Record<string, unknown>;

/** Where a record has each field. Amounts are in cents, and times are Unix seconds, because Algolia filters by numbers. */
const FIELDS: Record<ProductField, { names: readonly string[]; read(document: SearchDocument): unknown[] }> =
  {
    description: { names: ["description"], read: ({ description }) => [description] },
    vendor: { names: ["vendor"], read: ({ vendor }) => [vendor] },
    productType: { names: ["productType"], read: ({ productType }) => [productType] },
    tags: { names: ["tags"], read: ({ tags }) => [tags] },
    collections: {
      names: ["collections", "collectionHandles"],
      read: ({ collections }) => [
        collections.map(({ title }) => title),
        collections.map(({ handle }) => handle),
      ],
    },
    image: { names: ["image"], read: ({ image }) => [image] },
    price: {
      names: ["priceFromCents", "priceToCents"],
      read: ({ price }) => [price?.from ?? null, price?.to ?? null],
    },
    compareAtPrice: {
      names: ["compareAtFromCents", "compareAtToCents"],
      read: ({ compareAtPrice }) => [compareAtPrice?.from ?? null, compareAtPrice?.to ?? null],
    },
    availability: { names: ["available"], read: ({ isAvailable }) => [isAvailable] },
    options: {
      names: ["options"],
      read: ({ options }) => [Object.fromEntries(options.map(({ name, values }) => [name, values]))],
    },
    skus: { names: ["skus"], read: ({ skus }) => [skus] },
    createdAt: { names: ["createdAt"], read: ({ createdAt }) => [secondsOf(createdAt)] },
    publishedAt: { names: ["publishedAt"], read: ({ publishedAt }) => [secondsOf(publishedAt)] },
    updatedAt: { names: ["updatedAt"], read: ({ updatedAt }) => [secondsOf(updatedAt)] },
  };

const PRODUCT_FIELDS = Object.entries(FIELDS);

const secondsOf = (date: Date | null): number | null => date && Math.floor(date.getTime() / 1000);

/**
 * A product as a record of Algolia. One that is too large is indexed without its metafields, then without its description, and then
 * with shorter lists.
 * @param maxBytes the largest record of the shop's plan in Algolia
 * @returns what was left out. Null when nothing was
 */
export function recordOf(
  document: SearchDocument,
  { leftOut }: Pick<IndexFields, "leftOut">,
  maxBytes: number,
): { record: AlgoliaRecord; problem: string | null } {
  const { id, handle, title, currency } = document;
  const own: Properties = {};
  for (const [field, { names, read }] of PRODUCT_FIELDS)
    if (!leftOut.includes(field))
      for (const [at, value] of read(document).entries()) own[names[at] as string] = value;
  const record: AlgoliaRecord = { objectID: String(id), handle, title, currency, ...own };
  const whole = { ...record, metafields: nested(document.metafields, leftOut) };
  if (bytesOf(whole) <= maxBytes) return { record: whole, problem: null };
  if (bytesOf(record) <= maxBytes)
    return { record, problem: `${handle}: its metafields are too large for Algolia and were left out.` };
  const { description: _long, ...brief } = record;
  if (bytesOf(brief) <= maxBytes)
    return {
      record: brief as AlgoliaRecord,
      problem: `${handle}: too large for Algolia. Its metafields and its description were left out.`,
    };
  return {
    record: shortened(brief as AlgoliaRecord, maxBytes),
    problem: `${handle}: too large for Algolia. Its lists were cut.`,
  };
}

const bytesOf = (record: object): number => Buffer.byteLength(JSON.stringify(record));

/** By namespace, then by key. */
function nested(metafields: SearchDocument["metafields"], leftOut: readonly string[]): Metafields {
  const result: Metafields = {};
  for (const [name, metafield] of Object.entries(metafields)) {
    if (leftOut.includes(name)) continue;
    const dot = name.indexOf(".");
    const namespace = name.slice(0, dot);
    const { isList, values } = metafieldValues(metafield);
    result[namespace] = { ...result[namespace], [name.slice(dot + 1)]: isList ? values : values[0] };
  }
  return result;
}

/** Halves the longest list until the record fits. */
function shortened(record: AlgoliaRecord, maxBytes: number): AlgoliaRecord {
  const result: AlgoliaRecord & Properties = { ...record };
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

/** What a record says about each field. Properties that aren't from Backroom aren't read. */
export function valuesOf(record: Readonly<Properties>): Map<string, unknown> {
  const values = new Map<string, unknown>([
    ["title", record.title],
    ["handle", record.handle],
  ]);
  for (const [field, { names }] of PRODUCT_FIELDS)
    values.set(field, names.length === 1 ? record[names[0] as string] : names.map((name) => record[name]));
  for (const [namespace, keys] of Object.entries((record.metafields ?? {}) as Metafields))
    for (const [key, value] of Object.entries(keys)) values.set(`${namespace}.${key}`, value);
  return values;
}

/** What shoppers filter by in every shop. Algolia filters by an attribute only when the settings declare it. */
const FACETS = [
  ...["vendor", "productType", "tags", "collections"].map((name) => `searchable(${name})`),
  "collectionHandles",
  "available",
  "priceFromCents",
  "priceToCents",
];

/** The facets of a first index. @param filters the names of the shop's active filters @param options the products' options */
export const initialFacets = (filters: readonly string[], options: readonly string[]): string[] => [
  ...FACETS,
  ...options.map((name) => `searchable(options.${name})`),
  ...filters.filter(isMetafieldName).map((name) => `searchable(metafields.${name})`),
];
