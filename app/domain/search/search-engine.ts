import type { IndexFields } from "./index-fields";
import type { SearchDocument } from "./search-document";

/**
 * A search engine of a shop with its live index. A full sync builds another index aside and replaces the live one by it in one step.
 * Each method is safe to repeat, and throws a refusal when the engine refuses or doesn't answer.
 */
export interface SearchEngine {
  /** Which index of which system is live. Another one after the owner changed the settings. */
  readonly target: string;
  /** What its documents have. */
  readonly fields: IndexFields;
  /** The name of the index that a sync builds aside. */
  indexOf(runId: string): string;
  /** Creates an empty index aside, with the settings of the live one. */
  begin(index: string): Promise<void>;
  /**
   * Copies the live index's settings again, which may have changed since the sync began. Only before `publish`.
   * @returns the settings that belong to the live index and must outlast its replacement
   */
  copySettings(index: string): Promise<Readonly<Record<string, unknown>>>;
  /** @returns what was left out, as sentences */
  add(index: string, documents: readonly SearchDocument[]): Promise<string[]>;
  remove(index: string, ids: readonly number[]): Promise<void>;
  /** How many documents a search of the index finds. Null for an index that doesn't exist. */
  count(index: string): Promise<number | null>;
  /** As `count`, of the live index. */
  countLive(): Promise<number | null>;
  /** Replaces the live index in one step. @param kept what `copySettings` returned */
  publish(index: string, kept: Readonly<Record<string, unknown>>): Promise<void>;
  /** Deletes an index that isn't live. */
  abandon(index: string): Promise<void>;
  /** The names of the indexes that syncs have built aside, except the live one. */
  listLeftovers(): Promise<string[]>;
  /** Changes the live index. @param deletedIds of products that aren't active any longer */
  update(documents: readonly SearchDocument[], deletedIds: readonly number[]): Promise<void>;
  /** The record that a product would have, in the engine's own names. */
  recordOf(document: SearchDocument): IndexRecord;
  /** The records that the live index has of these products. Those that it doesn't have are left out. */
  readRecords(ids: readonly number[]): Promise<Map<number, IndexRecord>>;
  /** The ids of all records of the live index that are numbers, in parts. */
  listIds(): AsyncIterable<number[]>;
  /** What a record says about each field, by the field's name, in a form in which equal values are equal texts. */
  valuesOf(record: IndexRecord): Map<string, string>;
  /** Searches the live index as a storefront would. */
  search(query: TestQuery): Promise<TestAnswer>;
}

export type IndexRecord = Readonly<Record<string, unknown>>;

/** A search to try out. */
export interface TestQuery {
  text: string;
  /** Values that all hits must have, by the engine's name of the field. */
  facets: Readonly<Record<string, string>>;
  limit: number;
  /** The engine's names of the fields whose values are counted, and of how many values at most. By default those of every product. */
  counted?: readonly string[];
  values?: number;
}

/** What an engine found. */
export interface TestAnswer {
  total: number;
  /** The best hits: the products' ids, in the engine's order. */
  ids: string[];
  /** The engine's name of a field, and the values of the hits that most have. */
  facets: { field: string; values: { value: string; count: number }[] }[];
}

/** Marks the indexes that syncs build aside. */
const ASIDE = "_backroom_";

/** The name of the index that a sync builds aside the live one. */
export const asideOf = (live: string, runId: string): string => `${live}${ASIDE}${runId.replaceAll("-", "")}`;

/** Whether an index was built aside the live one by a sync. */
export const isAside = (live: string, name: string): boolean => {
  const prefix = `${live}${ASIDE}`;
  return name.startsWith(prefix) && /^[0-9a-f]{32}$/.test(name.slice(prefix.length));
};

/** A product that an engine refuses to store, with the engine's reason. */
export interface RefusedProduct {
  /** The number in Shopify's id. */
  id: number;
  handle: string;
  reason: string;
}

/** How many are looked for. When an engine refuses more, the reason is rarely the products. */
export const MAX_REFUSED = 20;

/** `nut-3: Solr refused: unknown field` */
export const refusedText = ({ handle, reason }: RefusedProduct): string => `${handle}: ${reason}`;

/** When an engine refuses more than are looked for. */
export const tooManyText = (system: string): string => `${system} refuses more than ${MAX_REFUSED} products`;
