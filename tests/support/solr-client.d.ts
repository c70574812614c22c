/** The calls of `solr-client` that tests make. It has no types of its own. */
declare module "solr-client" {
  export function createClient(options: {
    host: string;
    port: string;
    core: string;
    path: string;
  }): SolrClient;
  export interface SolrClient {
    basicAuth(user: string, password: string): void;
    addAsync(documents: object[]): Promise<object>;
    commitAsync(): Promise<object>;
    searchAsync(query: unknown): Promise<{
      response: { numFound: number; docs: { id: string }[] };
      facet_counts: { facet_fields: Record<string, unknown[]>; facet_queries: Record<string, number> };
    }>;
    realTimeGetAsync(ids: string[]): Promise<{ response: { docs: object[] } }>;
    deleteAsync(field: string, text: string, options: object): Promise<object>;
    deleteByIDAsync(id: string, options: object): Promise<object>;
    deleteByRangeAsync(field: string, start: number, stop: number, options: object): Promise<object>;
    executeCollectionAsync(command: object): Promise<object>;
    pingAsync(): Promise<{ status: string }>;
    query(): {
      q(query: unknown): SolrQuery;
    };
  }
  interface SolrQuery {
    matchFilter(field: string, value: string): SolrQuery;
    rangeFilter(range: object): SolrQuery;
    facet(options: object): SolrQuery;
    sort(order: object): SolrQuery;
    fl(fields: string[]): SolrQuery;
    start(first: number): SolrQuery;
    rows(count: number): SolrQuery;
    edismax(): SolrQuery;
    qf(fields: object): SolrQuery;
  }
}
