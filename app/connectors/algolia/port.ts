/** The address and the credentials of an Algolia application. */
export interface AlgoliaAccess {
  /** `https://APPLICATION_ID.algolia.net`. */
  baseUrl: string;
  applicationId: string;
  /** An API key with the rights in `ALGOLIA_RIGHTS`. */
  key: string;
}

/** What the API key must also be allowed to do to compare the index with the store, and to try out searches. */
export const ALGOLIA_READ_RIGHTS = ["search", "browse"] as const;
export type AlgoliaReadRight = (typeof ALGOLIA_READ_RIGHTS)[number];

/** `right search`, `rights search, browse` */
export const rightsText = (rights: readonly string[]): string =>
  `${rights.length === 1 ? "right" : "rights"} ${rights.join(", ")}`;

/** What the API key must be allowed to do for syncs. */
export const ALGOLIA_RIGHTS = [
  "addObject",
  "deleteObject",
  "deleteIndex",
  "listIndexes",
  "settings",
  "editSettings",
] as const;

/** The settings of an index, by Algolia's names. */
export type AlgoliaIndexSettings = Readonly<Record<string, unknown>>;

/** A record. Algolia replaces the one with the same `objectID`. */
export type AlgoliaRecord = { objectID: string } & Readonly<Record<string, unknown>>;

/** An index in the list of indexes. */
export interface AlgoliaIndex {
  name: string;
  /** The number of records. */
  entries: number;
}

/**
 * An Algolia application. Each change waits until Algolia has applied it. Each is idempotent, so it is retried when an answer is lost.
 * All throw a 502 refusal when Algolia refuses or doesn't answer.
 */
export interface Algolia {
  /** What the API key may do, by Algolia's names. */
  readRights(signal?: AbortSignal): Promise<string[]>;
  listIndexes(signal?: AbortSignal): Promise<AlgoliaIndex[]>;
  /** Null when the index doesn't exist. */
  readSettings(index: string, signal?: AbortSignal): Promise<AlgoliaIndexSettings | null>;
  /** Changes these settings, and creates the index if it doesn't exist. */
  saveSettings(index: string, settings: AlgoliaIndexSettings, signal?: AbortSignal): Promise<void>;
  /**
   * Copies settings, synonyms and rules, without records. If `from` doesn't exist, `to` gets the default settings. Algolia doesn't
   * copy the settings `replicas`, `mode` and `enableReRanking`.
   */
  copySettings(from: string, to: string, signal?: AbortSignal): Promise<void>;
  saveRecords(index: string, records: readonly AlgoliaRecord[], signal?: AbortSignal): Promise<void>;
  /** Ids without a record are ignored. */
  deleteRecords(index: string, ids: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Atomically replaces `to` with `from`. Does nothing if `from` no longer exists. */
  moveIndex(from: string, to: string, signal?: AbortSignal): Promise<void>;
  deleteIndex(index: string, signal?: AbortSignal): Promise<void>;
  /** Those that the index has. At most 200. */
  readRecords(index: string, ids: readonly string[], signal?: AbortSignal): Promise<AlgoliaRecord[]>;
  /** Up to 1,000 ids, and the cursor for the next call. Without a cursor these are the last ids. */
  browseIds(
    index: string,
    cursor: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ ids: string[]; cursor?: string }>;
  /** A search with all facets that the index's settings declare. It isn't counted in Algolia's analytics. */
  search(index: string, query: AlgoliaQuery, signal?: AbortSignal): Promise<AlgoliaHits>;
}

export interface AlgoliaQuery {
  query: string;
  /** `attribute:value`. All must fit. */
  facetFilters: readonly string[];
  hitsPerPage: number;
  maxValuesPerFacet: number;
}

export interface AlgoliaHits {
  nbHits: number;
  hits: { objectID: string }[];
  /** The number of hits with a value, by attribute and value. */
  facets?: Record<string, Record<string, number>>;
}
