/** The fields of an index, a product beside its records, the whole catalog beside an index, and searches to try out. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { forgetMetafieldTypes } from "../../support/mirrors.ts";
import {
  ALGOLIA,
  algoliaSettings,
  type Calls,
  ENGINES,
  type SearchShop,
  SOLR,
  type TestEngine,
} from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";
import { numberedProducts, openSearchShop, queryApp, sync, syncOf } from "./support.ts";

let search: SearchShop;
let ann: Calls;
const ids = new Map<string, number>();

const COLORED = { options: [{ name: "Color", values: ["Red", "Blue"] }], product_type: "Bolts" };

beforeAll(async () => {
  search = await openSearchShop("search_inspector", numberedProducts(3));
  ann = search.ann;
  for (const [handle, more] of [
    ["red-bolt", { title: "Red bolt", body_html: "<p>Strong</p>" }],
    ["hidden-bolt", { title: "Hidden bolt", published_at: null }],
    ["later-bolt", { title: "Later bolt", published_at: new Date(Date.now() + 86_400_000) }],
  ] as const)
    ids.set(
      handle,
      await addProduct(search.shop.localStore, {
        handle,
        ...COLORED,
        ...more,
        variants: [
          {
            sku: `${handle}-R`,
            price_cents: 900,
            option_values: ["Red"],
            inventory_tracker: "shopify",
            inventory_quantity: 0,
          },
          {
            sku: `${handle}-B`,
            price_cents: 950,
            option_values: ["Blue"],
            inventory_tracker: "shopify",
            inventory_quantity: 0,
          },
        ],
      }),
    );
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, [...ids.values()], {});
  for (const engine of ENGINES) {
    await engine.connect(search);
    await sync(engine, ann);
  }
});
afterAll(() => search.shop.close());

const callsOf = ({ name }: TestEngine) => ann[name];

const NEWEST_COMPARISON =
  "SELECT id FROM runs WHERE shop = $1 AND section = $2 || 'Comparison' ORDER BY started_at DESC";

async function compare(engine: TestEngine) {
  const { jobId } = await callsOf(engine).compare();
  return runComparison(engine, jobId);
}

async function runComparison(engine: TestEngine, jobId: string) {
  const [{ runJob }, { comparison }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    syncOf(engine),
  ]);
  await runJob(DEMO, jobId, new Map([[comparison.job.name, comparison.job]]), new AbortController().signal);
  return (await callsOf(engine).comparison()).result;
}

test.each(ENGINES)("$name has the products that are on the online store, and no others", async (engine) => {
  const live = await engine.readLive(search.shop);
  const [{ shown } = { shown: 0 }] = await queryApp<{ shown: number }>(
    `SELECT count(*)::int AS shown FROM products
      WHERE shop = $1 AND status = 'ACTIVE' AND is_published AND published_at <= now()`,
    [DEMO],
  );
  expect(shown).toBe(4);
  expect(live.size).toBe(shown);
  expect(live.has(String(ids.get("red-bolt")))).toBe(true);
});

test("a product is shown beside both records, and what was changed in an engine is marked until it is sent", async () => {
  const id = String(ids.get("red-bolt"));
  const before = await ann.algolia.inspect({ product: "red-bolt-R" });
  expect(before.product).toMatchObject({ title: "Red bolt", isShown: true });
  expect(before.engines.map(({ system, state }) => [system, state])).toEqual([
    ["Algolia", "same"],
    ["Solr", "same"],
  ]);
  expect(before.rows.find(({ name }) => name === "availability")).toMatchObject({
    here: "Out of stock",
    engines: {
      algolia: { found: "Out of stock", isSame: true },
      solr: { found: "Out of stock", isSame: true },
    },
  });
  expect(before.rows.find(({ name }) => name === "price")).toMatchObject({
    here: "$9.00 to $9.50",
    engines: { algolia: { found: "$9.00 to $9.50" }, solr: { found: "$9.00 to $9.50" } },
  });
  // Algolia has Unix seconds, and Solr an instant in UTC.
  const dated = before.rows.find(({ name }) => name === "publishedAt");
  expect(dated?.here).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2}:\d{2} [AP]M$/);
  expect(dated?.engines).toMatchObject({ algolia: { found: dated?.here }, solr: { found: dated?.here } });
  await search.shop.localStore.store.pool.query(
    "UPDATE algolia_records SET record = jsonb_set(record, '{vendor}', '\"Changed\"') WHERE object_id = $1",
    [id],
  );
  const changed = await ann.solr.inspect({ product: id });
  expect(changed.engines.map(({ state }) => state)).toEqual(["different", "same"]);
  expect(
    changed.rows.filter(({ engines }) => Object.values(engines).some(({ isSame }) => !isSame)),
  ).toMatchObject([{ name: "vendor", engines: { algolia: { found: "Changed", isSame: false } } }]);
  expect((await ann.algolia.send({ product: id })).message).toBe("Red bolt is sent to Algolia and Solr.");
  expect((await ann.algolia.inspect({ product: id })).engines.map(({ state }) => state)).toEqual([
    "same",
    "same",
  ]);
  // It is also queued: a change during the request is sent afterwards.
  expect(await compare(ALGOLIA)).toMatchObject({ same: 3, waiting: 1 });
  for (const engine of ENGINES)
    await (await syncOf(engine)).updateTask.run(DEMO, new AbortController().signal);
  await expect(ann.algolia.inspect({ product: "nothing" })).rejects.toMatchObject({ status: 404 });
});

test("a product is found by its title, by words that only its title has, and not by those of several", async () => {
  const titleOf = async (product: string) => (await ann.algolia.inspect({ product })).product.title;
  expect(await titleOf("RED BOLT")).toBe("Red bolt");
  expect(await titleOf("bolt red")).toBe("Red bolt");
  expect(await titleOf(`gid://shopify/Product/${ids.get("red-bolt")}`)).toBe("Red bolt");
  await expect(ann.algolia.inspect({ product: "bolt" })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("such as Red bolt, Hidden bolt, Later bolt"),
  });
});

test("a whole title is found also if another one begins with it, and JavaScript would make other letters lowercase", async () => {
  const [short, long] = [ids.get("red-bolt"), ids.get("hidden-bolt")];
  const rename = (titles: [string, string]) =>
    queryApp(
      "UPDATE products SET title = CASE id WHEN $2 THEN $4 ELSE $5 END WHERE shop = $1 AND id IN ($2, $3)",
      [DEMO, short, long, ...titles],
    );
  await rename(["ΜΟΧΛΟΣ", "ΜΟΧΛΟΣ ΜΑΚΡΥΣ"]);
  const { product } = await ann.algolia.inspect({ product: "ΜΟΧΛΟΣ" });
  await rename(["Red bolt", "Hidden bolt"]);
  expect(product.id).toBe(short);
});

test("a metafield that Solr doesn't return is named as such, and doesn't count as a difference", async () => {
  const id = ids.get("red-bolt") as number;
  await queryApp(
    `UPDATE products SET metafields = '{"specs.grade": {"type": "single_line_text_field", "value": "8.8"}}' WHERE shop = $1 AND id = $2`,
    [DEMO, id],
  );
  await forgetMetafieldTypes();
  await ann.solrFilters.setActive({ name: "specs.grade", active: true });
  for (const output of [false, true]) {
    await ann.solrFilters.updateSolr({ name: "specs.grade", type: "String", output, search: true });
    await sync(SOLR, ann);
    const { rows, engines } = await ann.solr.inspect({ product: String(id) });
    expect(engines.find(({ name }) => name === "solr")?.state).toBe("same");
    expect(rows.find(({ name }) => name === "specs.grade")).toMatchObject({
      here: "8.8",
      engines: { solr: { found: output ? "8.8" : null, isSame: true, isReturned: output } },
    });
    expect(await compare(SOLR)).toMatchObject({ different: 0, missing: 0, extra: 0 });
  }
  await ann.solrFilters.setActive({ name: "specs.grade", active: false });
  await queryApp("UPDATE products SET metafields = '{}' WHERE shop = $1 AND id = $2", [DEMO, id]);
  await sync(SOLR, ann);
});

test("a key for syncs alone is refused by its connection test and by the inspector with the right that is missing", async () => {
  await ann.connectors.algolia.save({
    ...algoliaSettings(search.shop),
    apiKey: "algolia-sync-backroom-demo",
  });
  const { status, msg, steps } = await ann.connectors.algolia.testConnection();
  expect({ status, msg }).toEqual({
    status: false,
    msg: "The API key doesn't have the rights search, browse that the index inspector and Test search need. Syncs work with this key. Change the key in Algolia, or enter another key.",
  });
  expect(steps.map(({ name, state }) => [name, state]).slice(2)).toEqual([
    ["Sign-in", "passed"],
    ["Rights", "passed"],
    ["Index", "passed"],
    ["Inspector", "failed"],
  ]);
  await sync(ALGOLIA, ann);
  expect((await ann.algolia.list()).list[0]?.status).toBe("Completed");
  const [algolia] = (await ann.algolia.inspect({ product: "red-bolt" })).engines;
  expect(algolia).toMatchObject({
    state: null,
    problem: expect.stringContaining("give the key the right search in Algolia"),
  });
  await ALGOLIA.connect(search);
  expect(await ann.connectors.algolia.testConnection()).toMatchObject({ status: true });
});

test("an administrator without the permission sees no product", async () => {
  const nora = await signedInCalls(search.shop, "3");
  await expect(nora.algolia.inspect({ product: "red-bolt" })).rejects.toMatchObject({ status: 403 });
});

test.each(ENGINES)("$name: the catalog is compared, and the differences are sent", async (engine) => {
  expect(await compare(engine)).toMatchObject({ same: 4, different: 0, missing: 0, extra: 0, products: [] });
  await expect(callsOf(engine).sendDifferences()).rejects.toMatchObject({ status: 409 });
  const hidden = ids.get("hidden-bolt") as number;
  const sync = await syncOf(engine);
  const opened = await sync.openLive(DEMO, new AbortController().signal);
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { documentsById } = await import("~/domain/search/send-documents.server");
  const [document] = await withShop(DEMO, (tx) => documentsById(tx, [ids.get("red-bolt") as number]));
  if (!document) throw new Error("The product isn't sent.");
  // Behind the sync's back: a product that shoppers mustn't find, another text, and one that is gone.
  const [nut] = await queryApp<{ id: string }>(
    "SELECT id FROM products WHERE shop = $1 AND handle = 'nut-0'",
    [DEMO],
  );
  await opened.update(
    [
      { ...document, id: hidden },
      { ...document, title: "Old title" },
    ],
    [Number(nut?.id)],
  );
  const result = await compare(engine);
  expect(result).toMatchObject({ same: 2, different: 1, missing: 1, extra: 1, waiting: 0 });
  expect(result?.products).toEqual(
    expect.arrayContaining([
      { id: document.id, title: "Red bolt", state: "different", fields: ["title"] },
      { id: Number(nut?.id), title: "Nut 0", state: "missing", fields: [] },
      { id: hidden, title: "Hidden bolt", state: "extra", fields: [] },
    ]),
  );
  const [found] = await queryApp<{ id: string }>(NEWEST_COMPARISON, [DEMO, engine.name]);
  const { jobId } = await callsOf(engine).compare();
  await ann.jobs.cancel({ id: jobId });
  await runComparison(engine, jobId);
  expect(await callsOf(engine).comparison()).toMatchObject({
    run: { state: "cancelled" },
    ended: { state: "cancelled" },
    result,
  });
  expect((await callsOf(engine).sendDifferences()).message).toMatch(/^3 products are being sent to /);
  expect((await activity("search.differences-sent")).at(-1)).toMatchObject({
    subject: { id: found?.id },
    jobId: found?.id,
  });
  await sync.updateTask.run(DEMO, new AbortController().signal);
  expect(await compare(engine)).toMatchObject({ same: 4, different: 0, missing: 0, extra: 0 });
});

test.each(ENGINES)(
  "$name: a product that is changed and sent while it is compared isn't a difference",
  async (engine) => {
    const [{ searchEngines }, { updateTask }, { withShop }] = await Promise.all([
      import("~/domain/search/inspect/search-engines.server"),
      syncOf(engine),
      import("~/platform/db/with-shop.server"),
    ]);
    const synced = searchEngines.all().find(({ name }) => name === engine.name);
    if (!synced) throw new Error("No module declares the engine.");
    const { openLive } = synced;
    const rename = (title: string) =>
      queryApp("UPDATE products SET title = $2 WHERE shop = $1 AND handle = 'red-bolt'", [DEMO, title]);
    const send = async () => {
      await withShop(DEMO, (tx) => synced.queue(tx, DEMO, [ids.get("red-bolt") as number]));
      await updateTask.run(DEMO, new AbortController().signal);
    };
    vi.spyOn(synced, "openLive").mockImplementation(async (...parameters) => {
      const live = await openLive(...parameters);
      return {
        ...live,
        async readRecords(numbers) {
          await rename("Crimson bolt");
          await send();
          return live.readRecords(numbers);
        },
      };
    });
    expect(await compare(engine)).toMatchObject({ same: 4, different: 0, waiting: 0 });
    vi.restoreAllMocks();
    await rename("Red bolt");
    await send();
  },
);

test.each(ENGINES)("$name: no differences are sent to an engine that is no longer set up", async (engine) => {
  const [saved] = await queryApp<{ data: unknown }>(
    `UPDATE runs SET data = jsonb_set(data, '{comparison,products}', $3)
      WHERE shop = $1 AND id = (${NEWEST_COMPARISON} LIMIT 1) RETURNING data`,
    [
      DEMO,
      engine.name,
      JSON.stringify([{ id: ids.get("red-bolt"), title: "Red bolt", state: "missing", fields: [] }]),
    ],
  );
  expect(saved).toBeDefined();
  await (engine.name === "algolia"
    ? ann.connectors.algolia.save({ base_url: "", applicationId: "", indexName: "", recordKb: "" })
    : ann.connectors.solr.save({
        base_url: "",
        collection: "",
        configSet: "",
        shards: "",
        replicas: "",
        user: "",
      }));
  await expect(callsOf(engine).sendDifferences()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("isn't set up for this shop"),
  });
  await engine.connect(search);
});

test.each(ENGINES)("$name: a search finds by words and by facets, and counts them", async (engine) => {
  const calls = callsOf(engine);
  const all = await calls.search({});
  expect(all.total).toBe(4);
  const typeField = engine.name === "algolia" ? "productType" : "product_type_s";
  expect(all.facets.find(({ field }) => field === typeField)).toMatchObject({
    label: "Product type",
    values: expect.arrayContaining([{ value: "Bolts", label: "Bolts", count: 1 }]),
  });
  expect(all.facets.find(({ label }) => label === "Availability")?.values).toContainEqual(
    expect.objectContaining({ value: "false", label: "Out of stock" }),
  );
  const color = engine.name === "algolia" ? "options.Color" : "option_color_ss";
  expect(all.facets.find(({ field }) => field === color)?.label).toBe("Color");
  const red = await calls.search({ q: "bolt", facets: JSON.stringify({ [color]: "Red" }) });
  expect(red).toMatchObject({ total: 1, hits: [{ title: "Red bolt", price: "$9.00" }] });
  // Signs of a query language are searched, not refused.
  expect((await calls.search({ q: 'bolt" (' })).total).toBe(0);
  expect((await calls.search({ q: "NOT bolt AND" })).total).toBe(0);
  await expect(calls.search({ facets: "red" })).rejects.toMatchObject({ status: 400 });
});

test("a field that is left out is missing after the next full sync, and one that a filter needs can't be", async () => {
  const { fields } = await ann.solr.fields();
  expect(fields.find(({ name }) => name === "description")).toMatchObject({
    indexed: true,
    isFiltered: false,
  });
  expect((await ann.solr.setField({ name: "description", indexed: false })).message).toBe(
    "Description is left out from the next full sync on.",
  );
  const changed = await queryApp(
    "SELECT changed_by FROM settings WHERE shop = $1 AND key = 'search.fields.solr'",
    [DEMO],
  );
  expect(changed).toEqual([{ changed_by: "1" }]);
  const id = String(ids.get("red-bolt"));
  expect((await SOLR.readLive(search.shop)).get(id)).toHaveProperty("description_s", "Strong");
  await sync(SOLR, ann);
  expect((await SOLR.readLive(search.shop)).get(id)).not.toHaveProperty("description_s");
  expect((await ALGOLIA.readLive(search.shop)).get(id)).toHaveProperty("description", "Strong");
  expect(await compare(SOLR)).toMatchObject({ same: 4, different: 0 });
  await ann.solrFilters.setActive({ name: "vendor", active: true });
  await expect(ann.solr.setField({ name: "vendor", indexed: false })).rejects.toMatchObject({ status: 409 });
  await expect(ann.solr.setField({ name: "nothing", indexed: false })).rejects.toMatchObject({ status: 404 });
});
