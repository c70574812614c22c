/** The price log has each change of a price once, whatever reports it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { type Delivery, deliver } from "../../guarantees/support/webhooks.ts";
import { rebuildsOf } from "../../support/jobs.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { refreshProducts, runRebuild, startRebuild } from "../products/support.ts";
import { logOf, PricedProduct, query } from "./support.ts";

const OLIVIA = { actor: { id: "1", name: "Olivia Owner" }, source: "price schedule" };
let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("prices_record");
  await signIn([shop.token("1"), shop.token("1", SECOND)]);
  // The first sign-in has started to fill the mirror.
  const [filling] = await rebuildsOf("products");
  await runRebuild(filling?.id ?? "");
});
afterAll(() => shop.close());

const add = (handle: string, prices: Record<string, number>, domain = DEMO) =>
  PricedProduct.add(shop.localStore, handle, prices, domain);

async function announce(prices: { variantNumber: number; price: number; compareAtPrice?: number | null }[]) {
  const [{ announcePrices }, { withShop }, { cents }] = await Promise.all([
    import("~/domain/prices/announce-prices.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/money/cents"),
  ]);
  const announced = prices.map(({ variantNumber, price, compareAtPrice = null }) => ({
    variantNumber,
    price: cents(price),
    compareAtPrice: compareAtPrice === null ? null : cents(compareAtPrice),
    source: OLIVIA.source,
  }));
  await withShop(DEMO, (tx) => announcePrices(tx, DEMO, announced, OLIVIA.actor));
}

/** Writes the product to the mirror as Shopify's answer to Backroom's own mutation has it. */
async function writeThrough(product: PricedProduct): Promise<void> {
  const [{ productsMirror }, { readProductsFromShopify }, { liveAdminApi }, { requireShop }, { withShop }] =
    await Promise.all([
      import("~/domain/products/mirror.server"),
      import("~/domain/products/mirror.server"),
      import("~/connectors/shopify/live.server"),
      import("~/platform/auth/shops.server"),
      import("~/platform/db/with-shop.server"),
    ]);
  const rows = await readProductsFromShopify(liveAdminApi(DEMO), [product.id], {}, await requireShop(DEMO));
  await withShop(DEMO, (tx) => productsMirror.write(tx, DEMO, rows, OLIVIA));
}

test("duplicate, reordered, partial and lost webhooks and rebuilds leave one entry per change", async () => {
  const random = seededRandom(12);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const skus = ["A", "B", "C"];
  const products = await Promise.all(
    ["chair", "table", "lamp"].map((handle) => add(handle, { A: 1000, B: 2000, C: 3000 })),
  );
  const initial = new Map(
    products.flatMap((product) => skus.map((sku, index) => [product.variant(sku), (index + 1) * 1000])),
  );
  const waiting: Awaited<ReturnType<PricedProduct["change"]>> = [];
  let changes = 0;
  for (let step = 0; step < 60; step++) {
    const queued = await pick(products).change(
      pick(skus),
      random() < 0.8
        ? { price_cents: 500 + Math.floor(random() * 20) * 100 }
        : { barcode: String(Math.floor(random() * 1e6)) },
    );
    changes += queued.length;
    for (const delivery of queued) {
      if (random() < 0.2) continue;
      const payload = delivery.payload as { variants?: unknown[] };
      const partial = { ...delivery, payload: { ...payload, variants: payload.variants?.slice(1) } };
      waiting.push(delivery, ...(random() < 0.5 ? [delivery] : []), ...(random() < 0.3 ? [partial] : []));
    }
    if (random() < 0.4) {
      for (const delivery of waiting.splice(0).sort(() => random() - 0.5)) await deliver(delivery);
      if (random() < 0.7) await refreshProducts();
    }
    if (step === 30) await runRebuild(await startRebuild());
  }
  // Lost webhooks are caught up on at night.
  await runRebuild(await startRebuild());
  for (const delivery of waiting) await deliver(delivery);
  await refreshProducts();

  const { rows: stored } = await shop.localStore.store.pool.query<{ id: number; price_cents: number }>(
    "SELECT id, price_cents FROM variants WHERE shop = $1",
    [DEMO],
  );
  const logged = await query<{ variant_id: string; previous_cents: string; current_cents: string }>(
    "SELECT variant_id, previous_cents, current_cents FROM price_log WHERE shop = $1 ORDER BY changed_at, id",
    [DEMO],
  );
  const last = new Map(initial);
  for (const { variant_id, previous_cents, current_cents } of logged) {
    expect(Number(previous_cents), "an entry continues the one before").toBe(last.get(Number(variant_id)));
    expect(current_cents, "an entry is a change").not.toBe(previous_cents);
    last.set(Number(variant_id), Number(current_cents));
  }
  expect(last).toEqual(new Map(stored.map(({ id, price_cents }) => [id, price_cents])));
  expect(logged.length).toBeGreaterThan(10);
  expect(logged.length).toBeLessThanOrEqual(changes);
  const counted = await query("SELECT sum(entries)::int AS entries FROM price_log_counts WHERE shop = $1", [
    DEMO,
  ]);
  expect(counted).toEqual([{ entries: logged.length }]);
});

test("a change outside Backroom has its prices, product and time, and no administrator", async () => {
  const product = await add("outside", { OUT: 1200 });
  const [delivery] = await product.change("OUT", { price_cents: 900, compare_at_price_cents: 1200 });
  if (delivery) await deliver(delivery);
  await refreshProducts();
  expect(await logOf(product.id)).toEqual([
    { sku: "OUT", previous: 1200, current: 900, customer_type: "", source: null, actor_name: null },
  ]);
  const [entry] = await query<{ changed_at: Date }>(
    `SELECT title, currency, change_percent, previous_compare_at_cents::int AS previous_compare_at,
            compare_at_cents::int AS compare_at, changed_at FROM price_log WHERE product_id = $1`,
    [product.id],
  );
  expect(entry).toMatchObject({
    title: "outside - OUT",
    currency: "USD",
    change_percent: "-25.00",
    previous_compare_at: null,
    compare_at: 1200,
  });
  const { rows } = await shop.localStore.store.pool.query<{ updated_at: Date }>(
    "SELECT updated_at FROM variants WHERE id = $1",
    [product.variant("OUT")],
  );
  expect(entry?.changed_at).toEqual(rows[0]?.updated_at);
});

test("each change that webhooks report in their order is an entry, and a late report is none", async () => {
  const reported = async (handle: string, order: (deliveries: Delivery[]) => Delivery[]) => {
    const product = await add(handle, { REP: 1200 });
    const [first] = await product.change("REP", { price_cents: 900 });
    const [second] = await product.change("REP", { price_cents: 1700 });
    if (!first || !second) throw new Error("The store queued no webhooks.");
    // Shopify's times are whole seconds: the first change was half a minute ago.
    const updated_at = new Date(Date.now() - 30_000).toISOString();
    const { variants, ...payload } = first.payload as { variants: object[] };
    const earlier = {
      ...first,
      payload: { ...payload, updated_at, variants: variants.map((each) => ({ ...each, updated_at })) },
    };
    for (const delivery of order([earlier, second])) expect(await deliver(delivery)).toBe(200);
    const beforeReading = await logOf(product.id);
    await refreshProducts();
    expect(await logOf(product.id)).toEqual(beforeReading);
    return beforeReading.map(({ previous, current }) => [previous, current]);
  };
  expect(await reported("in-order", (both) => [...both, ...both])).toEqual([
    [1200, 900],
    [900, 1700],
  ]);
  expect(await reported("late", (both) => both.toReversed())).toEqual([[1200, 1700]]);
});

test("Backroom's own change names the administrator when Shopify's webhook is faster than its answer", async () => {
  const product = await add("own-webhook", { OWN: 1000 });
  await announce([{ variantNumber: product.variant("OWN"), price: 800 }]);
  const [delivery] = await product.change("OWN", { price_cents: 800 });
  if (delivery) await deliver(delivery);
  await refreshProducts();
  await writeThrough(product);
  expect(await logOf(product.id)).toMatchObject([
    { previous: 1000, current: 800, source: "price schedule", actor_name: "Olivia Owner" },
  ]);
});

test("Backroom's own change isn't recorded again by its webhook, and a change of another price with it is outside Backroom", async () => {
  const product = await add("own-answer", { MINE: 1000, OTHER: 2000 });
  await announce([{ variantNumber: product.variant("MINE"), price: 1100 }]);
  const deliveries = [
    ...(await product.change("OTHER", { price_cents: 2500 })),
    ...(await product.change("MINE", { price_cents: 1100 })),
  ];
  await writeThrough(product);
  for (const delivery of deliveries.reverse()) await deliver(delivery);
  await refreshProducts();
  expect((await logOf(product.id)).sort((a, b) => Number(a.current) - Number(b.current))).toMatchObject([
    { sku: "MINE", previous: 1000, current: 1100, actor_name: "Olivia Owner" },
    { sku: "OTHER", previous: 2000, current: 2500, actor_name: null },
  ]);
});

test("an announced price that was refused isn't attributed to the administrator later", async () => {
  const product = await add("refused", { REF: 1000 });
  await announce([{ variantNumber: product.variant("REF"), price: 700 }]);
  const [{ withdrawAnnouncedPrices }, { withShop }] = await Promise.all([
    import("~/domain/prices/announce-prices.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await withShop(DEMO, (tx) => withdrawAnnouncedPrices(tx, DEMO, [product.variant("REF")]));
  await product.change("REF", { price_cents: 700 });
  await product.read();
  expect(await logOf(product.id)).toMatchObject([{ current: 700, actor_name: null }]);
});

test("each shop has its own log, in its currency", async () => {
  const ours = await add("shared", { SHARED: 1000 });
  const theirs = await add("shared", { SHARED: 1000 }, SECOND);
  await theirs.change("SHARED", { price_cents: 1500 });
  await theirs.read();
  await ours.read();
  expect(await logOf(ours.id)).toEqual([]);
  expect(await logOf(theirs.id, SECOND)).toMatchObject([{ previous: 1000, current: 1500 }]);
  expect(await query("SELECT DISTINCT currency FROM price_log WHERE shop = $1", [SECOND])).toEqual([
    { currency: "EUR" },
  ]);
});
