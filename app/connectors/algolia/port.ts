/** Where an application of Algolia answers, and with what key. */
export interface AlgoliaAccess {
  /** `https://APPLICATION_ID.algolia.net`. */
  baseUrl: string;
  applicationId: string;
  /** An API key that may write, delete and list indexes. */
  key: string;
}

/** A record. Algolia replaces the one with the same `objectID`. */
export type AlgoliaRecord = { objectID: string } & Readonly<Record<string, unknown>>;

/** An index, as the list of indexes has it. */
export interface AlgoliaIndex {
  name: string;
  /** How many records it has. */
  entries: number;
}

/**
 * An application of Algolia. Each change waits until Algolia has applied it, and is safe to repeat: a lost answer is followed by
 * another attempt. All throw a 502 refusal when Algolia refuses or doesn't answer.
 */
export interface Algolia {
  listIndexes(signal?: AbortSignal): Promise<AlgoliaIndex[]>;
  /** Copies settings, synonyms and rules, without records. Of an index that doesn't exist, those of a new one. */
  copyRules(from: string, to: string, signal?: AbortSignal): Promise<void>;
  saveRecords(index: string, records: readonly AlgoliaRecord[], signal?: AbortSignal): Promise<void>;
  /** Ids without a record are ignored. */
  deleteRecords(index: string, ids: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Replaces an index by another one in one step. Nothing happens when that one no longer exists. */
  moveIndex(from: string, to: string, signal?: AbortSignal): Promise<void>;
  deleteIndex(index: string, signal?: AbortSignal): Promise<void>;
}
