/** The address and the credentials of an Algolia application. */
export interface AlgoliaAccess {
  /** `https://APPLICATION_ID.algolia.net`. */
  baseUrl: string;
  applicationId: string;
  /** An API key with the permissions to write, delete and list indexes. */
  key: string;
}

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
  listIndexes(signal?: AbortSignal): Promise<AlgoliaIndex[]>;
  /** Copies settings, synonyms and rules, without records. If `from` doesn't exist, `to` gets the default settings. */
  copySettings(from: string, to: string, signal?: AbortSignal): Promise<void>;
  saveRecords(index: string, records: readonly AlgoliaRecord[], signal?: AbortSignal): Promise<void>;
  /** Ids without a record are ignored. */
  deleteRecords(index: string, ids: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Atomically replaces `to` with `from`. Does nothing if `from` no longer exists. */
  moveIndex(from: string, to: string, signal?: AbortSignal): Promise<void>;
  deleteIndex(index: string, signal?: AbortSignal): Promise<void>;
}
