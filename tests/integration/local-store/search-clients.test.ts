/** The stand-ins of the search engines answer the engines' own clients, as a theme or a script would use them. */
import type { SynonymHit } from "algoliasearch";
import { createClient, type SolrClient } from "solr-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { algoliaClient } from "../../support/search-engines.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("search_clients");
});
afterAll(() => shop.close());

const PRODUCTS = [
  {
    objectID: "1",
    title: "Linen shirt",
    brand: "Harbor",
    tags: ["summer", "linen"],
    cents: 4_900,
    inStock: true,
  },
  { objectID: "2", title: "Wool coat", brand: "Harbor", tags: ["winter"], cents: 18_900, inStock: false },
  { objectID: "3", title: "Linen trousers", brand: "O'Neill", tags: ["linen"], cents: 7_900, inStock: true },
  { objectID: "4", title: "Belt AND buckle", brand: "Pier (new)", tags: [], cents: 2_500, inStock: true },
];

describe("algoliasearch", () => {
  type Client = ReturnType<typeof algoliaClient>;
  let client: Client;
  const indexName = "clients";
  const done = async (answer: Promise<{ taskID?: number }>) =>
    client.waitForTask({ indexName, taskID: (await answer).taskID ?? 0 });
  const find = async (searchParams: Parameters<Client["searchSingleIndex"]>[0]["searchParams"]) => {
    const { hits } = await client.searchSingleIndex({ indexName, searchParams });
    return hits.map(({ objectID }) => objectID).join(" ");
  };

  beforeAll(async () => {
    client = algoliaClient(shop);
    await client.saveObjects({ indexName, objects: PRODUCTS, waitForTasks: true });
    const indexSettings = {
      attributesForFaceting: ["searchable(brand)", "filterOnly(tags)", "inStock", "cents"],
      searchableAttributes: ["title", "unordered(tags)"],
    };
    await done(client.setSettings({ indexName, indexSettings }));
  });

  test("a search follows filters, facet filters and numeric filters", async () => {
    expect(await find({ query: "lin" })).toBe("1 3");
    expect(await find({ query: "harbor" })).toBe("");
    expect(await find({ filters: "brand:harbor" })).toBe("1 2");
    expect(await find({ filters: `brand:"O'Neill" OR brand:'Pier (new)' AND cents < 5000` })).toBe("4");
    expect(await find({ filters: "NOT tags:linen AND inStock:true" })).toBe("4");
    expect(await find({ filters: "(tags:linen OR tags:winter) AND cents:5000 TO 20000" })).toBe("2 3");
    expect(await find({ facetFilters: [["tags:summer", "tags:winter"], "brand:-Harbor"] })).toBe("");
    expect(await find({ facetFilters: [["tags:summer", "tags:winter"], "inStock:false"] })).toBe("2");
    expect(await find({ numericFilters: ["cents >= 4900", ["cents = 7900", "cents != 18900"]] })).toBe("1 3");
    // As in Algolia, what the settings don't declare for faceting fits nothing.
    expect(await find({ filters: 'title:"Wool coat"' })).toBe("");
    await expect(find({ filters: "(brand:Harbor AND inStock:true) OR brand:Pier" })).rejects.toMatchObject({
      status: 400,
    });
    await expect(find({ filters: "brand:" })).rejects.toMatchObject({ status: 400 });
    await expect(find({ aroundRadius: 5 })).rejects.toMatchObject({ status: 400 });
  });

  test("facets are counted for the hits, and the values of one can be searched", async () => {
    const { results } = await client.search({
      requests: [
        { indexName, query: "linen", facets: ["*"], hitsPerPage: 1, attributesToRetrieve: ["title"] },
        { indexName, type: "facet", facet: "brand", facetQuery: "har" },
      ],
    });
    expect(results[0]).toMatchObject({
      hits: [{ objectID: "1", title: "Linen shirt" }],
      nbHits: 2,
      nbPages: 2,
      facets: { brand: { Harbor: 1, "O'Neill": 1 }, inStock: { true: 2 }, tags: { linen: 2, summer: 1 } },
      facets_stats: { cents: { min: 4_900, max: 7_900, avg: 6_400, sum: 12_800 } },
    });
    expect((results[0] as { hits: object[] }).hits[0]).not.toHaveProperty("brand");
    expect(results[1]).toMatchObject({ facetHits: [{ value: "Harbor", count: 2 }] });
    const other = client.searchForFacetValues({ indexName, facetName: "tags" });
    await expect(other).rejects.toMatchObject({ status: 400 });
  });

  test("objects are read, changed in part, browsed and deleted by filters", async () => {
    expect(await client.getObject({ indexName, objectID: "1", attributesToRetrieve: ["brand"] })).toEqual({
      objectID: "1",
      brand: "Harbor",
    });
    await expect(client.getObject({ indexName, objectID: "9" })).rejects.toMatchObject({ status: 404 });
    const requests = ["2", "9"].map((objectID) => ({ indexName, objectID }));
    expect((await client.getObjects({ requests })).results).toEqual([PRODUCTS[1], null]);
    const attributesToUpdate = { cents: { _operation: "Increment", value: 100 }, title: "Linen shirt, blue" };
    await done(client.partialUpdateObject({ indexName, objectID: "1", attributesToUpdate }));
    expect(await client.getObject({ indexName, objectID: "1" })).toMatchObject({
      cents: 5_000,
      brand: "Harbor",
    });
    await done(client.deleteBy({ indexName, deleteByParams: { filters: "brand:'Pier (new)'" } }));
    const seen: string[] = [];
    let pages = 0;
    await client.browseObjects({
      indexName,
      browseParams: { hitsPerPage: 2 },
      aggregator({ hits }) {
        pages += 1;
        seen.push(...hits.map(({ objectID }) => objectID));
      },
    });
    expect([seen, pages]).toEqual([["1", "2", "3"], 2]);
    await client.replaceAllObjects({ indexName, objects: PRODUCTS });
    expect(await find({ filters: "brand:Harbor" })).toBe("1 2");
  });

  test("synonyms and rules are stored, searched and deleted", async () => {
    const synonymHit: SynonymHit[] = [
      { objectID: "a", type: "synonym", synonyms: ["coat", "jacket"] },
      { objectID: "b", type: "oneWaySynonym", input: "flax", synonyms: ["linen"] },
    ];
    await done(client.saveSynonyms({ indexName, synonymHit, replaceExistingSynonyms: true }));
    expect(await find({ query: "jacket" })).toBe("2");
    expect(await find({ query: "flax shirt" })).toBe("1");
    expect(
      await client.searchSynonyms({ indexName, searchSynonymsParams: { query: "jacket" } }),
    ).toMatchObject({
      nbHits: 1,
      hits: [synonymHit[0]],
    });
    await done(client.deleteSynonym({ indexName, objectID: "a" }));
    await expect(client.getSynonym({ indexName, objectID: "a" })).rejects.toMatchObject({ status: 404 });
    const rule = { objectID: "r", consequence: { params: { query: "linen" } } };
    await done(client.saveRules({ indexName, rules: [rule] }));
    expect(await client.searchRules({ indexName })).toMatchObject({ nbHits: 1, hits: [rule] });
  });

  test("a record may be as large as the plan allows, and a search key only searches", async () => {
    const object = { objectID: "big", text: "x".repeat(50_000) };
    const { faults } = shop.localStore.store;
    await expect(client.saveObject({ indexName, body: object })).rejects.toMatchObject({ status: 400 });
    faults.set(DEMO, { algoliaRecordBytes: 100_000 });
    await done(client.saveObject({ indexName, body: object }));
    faults.reset(DEMO);
    const visitor = algoliaClient(shop, "algolia-search-backroom-demo");
    expect((await visitor.searchSingleIndex({ indexName })).nbHits).toBe(5);
    await expect(visitor.deleteIndex({ indexName })).rejects.toMatchObject({ status: 403 });
    expect((await visitor.getApiKey({ key: "algolia-search-backroom-demo" })).acl).toEqual(["search"]);
  });
});

describe("solr-client", () => {
  let client: SolrClient;
  const find = async (query: unknown) =>
    (await client.searchAsync(query)).response.docs.map(({ id }) => id).join(" ");
  const where = (q: string) => find(client.query().q(q));
  /** Why a request is refused. The client itself fails at a refusal in newer versions of Node. */
  async function refusal(path: string, body?: object): Promise<string> {
    const response = await fetch(`${shop.localStore.url}/solr/clients/${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Basic ${btoa("backroom:solr-local-backroom-demo")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    return (await response.json()).error.msg;
  }

  beforeAll(async () => {
    const { port } = new URL(shop.localStore.url);
    client = createClient({ host: "127.0.0.1", port, core: "clients", path: "/solr" });
    client.basicAuth("backroom", "solr-local-backroom-demo");
    const parameters = { name: "clients_1", numShards: 1, "collection.configName": "_default" };
    await client.executeCollectionAsync({ action: "CREATE", ...parameters });
    await client.executeCollectionAsync({ action: "CREATEALIAS", name: "clients", collections: "clients_1" });
    await client.addAsync(
      PRODUCTS.map(({ objectID: id, title, brand, tags, cents, inStock }) => ({
        id,
        title_s: title,
        brand_s: brand,
        tags_ss: tags,
        cents_l: cents,
        in_stock_b: inStock,
        made_dt: `2026-0${id}-01T00:00:00Z`,
        _text_: [title, ...tags],
      })),
    );
    await client.commitAsync();
  });

  test("a query's fields, ranges, phrases, signs and groups are followed", async () => {
    expect((await client.pingAsync()).status).toBe("OK");
    expect(await where("*:*")).toBe("1 2 3 4");
    expect(await where("linen")).toBe("1 3");
    expect(await where("lin")).toBe("");
    expect(await where("lin*")).toBe("1 3");
    expect(await where('brand_s:Harbor AND NOT title_s:"Wool coat"')).toBe("1");
    expect(await where("+linen -summer")).toBe("3");
    expect(await where("brand_s:(Harbor OR O'Neill) AND cents_l:[5000 TO *]")).toBe("2 3");
    expect(await where("cents_l:{4900 TO 7900]")).toBe("3");
    expect(await where("made_dt:[2026-03-01T00:00:00Z TO 2026-12-31T00:00:00Z]")).toBe("3 4");
    expect(await where("brand_s:Pier\\ \\(new\\)")).toBe("4");
    expect(await where("{!term f=brand_s}Pier (new)")).toBe("4");
    expect(await where("tags_ss:*")).toBe("1 2 3");
    expect(await where("in_stock_b:false")).toBe("2");
    expect(await refusal("select?q=color:red")).toBe("undefined field color");
    expect(await refusal("select?q=brand_s:(Harbor")).toContain("Cannot parse 'brand_s:(Harbor'");
  });

  test("filters, facets, order, fields and pages", async () => {
    const query = client
      .query()
      .q("*:*")
      .matchFilter("in_stock_b", "true")
      .rangeFilter({ field: "cents_l", start: 2_500, end: 8_000 })
      .facet({ field: ["brand_s", "tags_ss"], query: "cents_l:[* TO 3000]", mincount: 1 })
      .sort({ cents_l: "desc" })
      .fl(["id", "title_s"]);
    const { response, facet_counts } = await client.searchAsync(query.start(1).rows(1));
    expect(response).toMatchObject({ numFound: 3, start: 1, docs: [{ id: "1", title_s: "Linen shirt" }] });
    expect(response.docs[0]).not.toHaveProperty("brand_s");
    expect(facet_counts.facet_fields.tags_ss).toEqual(["linen", 2, "summer", 1]);
    expect(facet_counts.facet_queries).toEqual({ "cents_l:[* TO 3000]": 1 });
    expect(await find(client.query().q("wool harbor").edismax().qf({ title_s: 2, brand_s: 1 }))).toBe("2");
    expect(await refusal("select?q=*:*&group=true&group.field=brand_s")).toContain("group");
  });

  test("documents are read by id, and deleted by id, field and range", async () => {
    expect((await client.realTimeGetAsync(["3", "9"])).response.docs).toMatchObject([{ id: "3" }]);
    await client.deleteByIDAsync("1", { commit: true });
    expect(await where("*:*")).toBe("2 3 4");
    await client.deleteAsync("brand_s", "O'Neill", { commit: true });
    await client.deleteByRangeAsync("cents_l", 10_000, 20_000, { commit: true });
    expect(await where("*:*")).toBe("4");
    expect(await refusal("update?commit=true", [{ id: "5", unknown: 1 }])).toContain(
      "unknown field 'unknown'",
    );
  });
});
