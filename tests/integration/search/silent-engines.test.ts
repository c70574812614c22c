/** Search engines that accept a request and don't answer, while a person waits. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ensureCollection } from "../../../local-store/catalog/collections.ts";
import { transaction } from "../../../local-store/data/database.ts";
import { ENGINES, type SearchShop } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import { numberedProducts, openSearchShop, queryApp, sync } from "./support.ts";

let search: SearchShop;
const silent = createServer(() => undefined);

beforeAll(async () => {
  search = await openSearchShop("search_silent_engines", numberedProducts(1));
  for (const engine of ENGINES) {
    await engine.connect(search);
    await sync(engine, search.ann);
  }
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { url } = search.shop.localStore;
  await queryApp(
    `UPDATE settings SET value = jsonb_set(value, '{baseUrl}', to_jsonb(replace(value ->> 'baseUrl', $2, $3)))
      WHERE shop = $1 AND key IN ('algolia', 'solr')`,
    [DEMO, url, address],
  );
  await queryApp("UPDATE search_indexes SET target = replace(target, $2, $3) WHERE shop = $1", [
    DEMO,
    url,
    address,
  ]);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => timeout(milliseconds / 50));
});
afterAll(async () => {
  vi.restoreAllMocks();
  silent.closeAllConnections();
  silent.close();
  await search.shop.close();
});

const IN_TIME = "didn't answer in time. Try again in a few minutes.";

test("the inspector shows the product, and names the engines that don't answer", async () => {
  const { product, engines } = await search.ann.solr.inspect({ product: "nut-0" });
  expect(product.title).toBe("Nut 0");
  expect(engines.map(({ state, problem }) => [state, problem])).toEqual([
    [null, `Algolia ${IN_TIME}`],
    [null, `Solr ${IN_TIME}`],
  ]);
});

test.each(ENGINES)("a search of $name is refused with the reason", async ({ name }) => {
  await expect(search.ann[name].search({ q: "nut" })).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining(IN_TIME),
  });
});

test("a product that is sent stays queued", async () => {
  await expect(search.ann.solr.send({ product: "nut-0" })).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining(IN_TIME),
  });
  expect((await search.ann.solr.syncStatus()).changes.waiting).toBe(1);
});

test("the preview of a collection's filters says why it has no counts", async () => {
  const { store } = search.shop.localStore;
  const { id } = await transaction(store, (client) => ensureCollection(client, store, DEMO, "Nuts"));
  expect(await search.ann.solrFilters.preview({ id: String(id) })).toMatchObject({
    total: null,
    problem: `Solr ${IN_TIME}`,
  });
});
