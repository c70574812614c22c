/** Where a SolrCloud is, and the account that Backroom uses there. */
export interface SolrAccess {
  /** `https://solr.example.com/solr`. */
  baseUrl: string;
  user: string;
  /** The user's password. */
  key: string;
}

/** A document. Solr replaces the one with the same `id`. */
export type SolrDocument = { id: string } & Readonly<Record<string, unknown>>;

/** A pattern for field names, such as `*_s`, with how their values are stored. */
export interface DynamicField {
  name: string;
  type: string;
  indexed: boolean;
  stored: boolean;
  multiValued: boolean;
  useDocValuesAsStored: boolean;
}

/** A query of the select handler. */
export interface SolrQuery {
  q: string;
  /** All must fit. */
  fq: readonly string[];
  /** The fields that are returned. By default all that are stored. */
  fl?: string;
  sort?: string;
  rows: number;
  /** Names of fields whose values are counted. */
  facets?: readonly string[];
  /** Of each, those that the most documents have. */
  facetValues?: number;
}

export interface SolrFacet {
  field: string;
  values: { value: string; count: number }[];
}

/** How a collection is created. */
export interface NewCollection {
  name: string;
  configSet: string;
  shards: number;
  replicas: number;
}

/**
 * A SolrCloud. Each change is safe to repeat: a lost answer is followed by another attempt. All throw a 502 refusal when Solr refuses
 * or doesn't answer.
 */
export interface Solr {
  listCollections(signal?: AbortSignal): Promise<string[]>;
  /** The collection of each alias. */
  listAliases(signal?: AbortSignal): Promise<Record<string, string>>;
  /** Nothing happens when the collection exists. */
  createCollection(collection: NewCollection, signal?: AbortSignal): Promise<void>;
  deleteCollection(name: string, signal?: AbortSignal): Promise<void>;
  /** Points an alias to a collection in one step. */
  setAlias(alias: string, collection: string, signal?: AbortSignal): Promise<void>;
  /** Adds the patterns that the schema of a collection doesn't have. */
  addDynamicFields(collection: string, fields: readonly DynamicField[], signal?: AbortSignal): Promise<void>;
  /** What is added isn't found before `commit`. */
  add(collection: string, documents: readonly SolrDocument[], signal?: AbortSignal): Promise<void>;
  /** Ids without a document are ignored. */
  remove(collection: string, ids: readonly string[], signal?: AbortSignal): Promise<void>;
  commit(collection: string, signal?: AbortSignal): Promise<void>;
  /** How many documents a search for everything finds. */
  count(collection: string, signal?: AbortSignal): Promise<number>;
  search(
    collection: string,
    query: SolrQuery,
    signal?: AbortSignal,
  ): Promise<{ total: number; documents: SolrDocument[]; facets: SolrFacet[] }>;
}
