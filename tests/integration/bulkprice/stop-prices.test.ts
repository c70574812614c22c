/** Pause and resume, cancellation, dates of a file, and the calendar. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isoDateIn } from "~/platform/dates/instant";
import { signedInCalls } from "../../support/calls.ts";
import { emptyQueue, queuedTasks } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, importFile, rowsOf, undo, work } from "../imports/support.ts";
import {
  addMirroredProduct,
  applyDue,
  dateInHours,
  inHours,
  inStore,
  priceFile,
  priceRow,
  TIME_ZONE,
} from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("bulkprice_stops");
  calls = await signedInCalls(shop);
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const schedule = (...rows: string[][]) => importFile(calls, priceFile(...rows));
const stateOf = async (sku: string) =>
  (await calls.bulkPrice.list({ searchValue: sku })).map(({ state }) => state);
const pricesOf = async (product: number) => (await inStore(shop, product)).prices;

/** The month of an instant in the shop's time zone. */
const monthOf = (instant: Date) => isoDateIn(instant, TIME_ZONE).slice(0, 7);

test("paused prices aren't applied until they are resumed, one by one and as a file", async () => {
  const harp = await addMirroredProduct(shop, "harp", [
    { sku: "HARP-A", price: 1_000 },
    { sku: "HARP-B", price: 1_000 },
    { sku: "HARP-C", price: 1_000 },
    { sku: "HARP-D", price: 1_000 },
  ]);
  const { id: runId } = await schedule(
    priceRow("HARP-A", "8", 1, null),
    priceRow("HARP-B", "8", 1, null),
    priceRow("HARP-C", "8", 3, null),
    priceRow("HARP-D", "8", 5, 6),
  );
  const rows = await calls.bulkPrice.list({ searchValue: "HARP" });
  const idOf = (sku: string) => rows.find(({ MODEL }) => MODEL === sku)?.ID ?? "";
  const first = { ids: [idOf("HARP-A")] };
  expect(await calls.bulkPrice.pause(first)).toEqual({ changed: 1 });
  await expect(calls.bulkPrice.pause(first)).rejects.toMatchObject({ status: 409 });
  await applyDue(inHours(2));
  expect(await pricesOf(harp)).toMatchObject({ "HARP-A": 1_000, "HARP-B": 800, "HARP-C": 1_000 });
  // Its moment is still its own.
  const date = rows.find(({ MODEL }) => MODEL === "HARP-A")?.EFFECTIVE_DATE ?? "";
  const again = await check(calls, priceFile(["HARP-A", "5", "", date, "", ""]));
  expect(again.counts).toMatchObject({ refused: 1 });
  const third = rows.find(({ MODEL }) => MODEL === "HARP-C");
  const batch = { runId, effectiveAt: third?.effectiveAt ?? "" };
  expect(await calls.bulkPrice.pause(batch)).toEqual({ changed: 1 });
  // An entry about a file has no prices, so it can't name who changed one.
  const outdated = (sku: string) => {
    const { ID = "", EFFECTIVE_DATE = "" } = rows.find(({ MODEL }) => MODEL === sku) ?? {};
    const change = { ID, MODEL: sku, PRICE: "9", EFFECTIVE_DATE, BELOW_MAPP_ITEM_TAG: "false" as const };
    return calls.bulkPrice.update({ ...change, version: 1 });
  };
  await expect(outdated("HARP-A")).rejects.toThrow(/^You changed this price in another window since/);
  await expect(outdated("HARP-C")).rejects.toThrow(/^This price was changed, paused or resumed since/);
  await applyDue(inHours(4));
  expect(await pricesOf(harp)).toMatchObject({ "HARP-C": 1_000 });
  const { database } = await import("~/platform/db/pool.server");
  // The jobs that have ended requested it, too.
  await emptyQueue();
  await calls.bulkPrice.resume(batch);
  expect(await queuedTasks("bulkprice.apply-due")).toHaveLength(1);
  // One that ended while it was paused could only fail.
  const ended = idOf("HARP-D");
  await calls.bulkPrice.pause({ ids: [ended] });
  await database().query(
    "UPDATE price_schedules SET effective_at = now() - interval '2 hours', end_at = now() - interval '1 hour' WHERE id = $1",
    [ended],
  );
  await expect(calls.bulkPrice.resume({ ids: [ended] })).rejects.toMatchObject({
    status: 409,
    message:
      "These prices can't be resumed, because their end date has passed. Edit the dates of each price first.",
  });
  expect(await calls.bulkPrice.resume({ ids: [...first.ids, ended] })).toEqual({ changed: 1, ended: 1 });
  await applyDue(inHours(4));
  expect(await pricesOf(harp)).toEqual({ "HARP-A": 800, "HARP-B": 800, "HARP-C": 800, "HARP-D": 1_000 });
  const { rows: entries } = await calls.activity.list({});
  const actions = entries.map(({ action }) => action);
  for (const [action, count] of [
    ["scheduled price.paused", 2],
    ["scheduled price.resumed", 1],
    ["scheduled prices.paused", 1],
    ["scheduled prices.resumed", 1],
  ] as const)
    expect(actions.filter((one) => one === action)).toHaveLength(count);
});

test("the calendar has what begins and ends in a month of the shop's time zone, by moment and file", async () => {
  await addMirroredProduct(shop, "lute", [
    { sku: "LUTE-A", price: 1_000 },
    { sku: "LUTE-B", price: 1_000 },
  ]);
  await schedule(
    ["LUTE-A", "8", "", "05-31-2040 23:59:59", "", "06-30-2040 23:59:59"],
    ["LUTE-B", "8", "", "06-01-2040 00:00:00", "", "06-30-2040 23:59:59"],
  );
  const { month, days, batches } = await calls.bulkPrice.calendar({ month: "2040-06" });
  expect(month).toBe("2040-06");
  expect(days).toEqual([
    { day: "2040-06-01", begin: 1, end: 0 },
    { day: "2040-06-30", begin: 0, end: 2 },
  ]);
  expect(batches).toMatchObject([
    {
      kind: "begin",
      at: "2040-06-01T04:00:00.000Z",
      prices: 1,
      states: { scheduled: 1 },
      fileName: "prices.csv",
    },
    { kind: "end", at: "2040-07-01T03:59:59.000Z", prices: 2, states: { scheduled: 2 } },
  ]);
  const onDay = await calls.bulkPrice.calendar({ day: "2040-06-30" });
  expect([onDay.month, onDay.day, onDay.days, onDay.batches]).toEqual([
    "2040-06",
    "2040-06-30",
    days,
    batches.slice(1),
  ]);
  expect(await calls.bulkPrice.calendar({ month: "2041-01", day: "2040-06-30" })).toEqual(onDay);
  await schedule(["LUTE-B", "8", "", "06-02-2040", "", "12-31-9999"]);
  expect((await calls.bulkPrice.calendar({ month: "9999-12" })).batches).toMatchObject([
    { kind: "end", at: "+010000-01-01T04:59:59.000Z" },
  ]);
  expect((await calls.bulkPrice.calendar({ month: "2040-05" })).batches).toHaveLength(1);
  expect((await calls.bulkPrice.calendar({})).month).toMatch(/^\d{4}-\d{2}$/);
});

test("the next due price is first, then those of the past, and a state narrows the list", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO price_schedules (shop, sku, price_cents, effective_at, below_mapp, state, actor_id, actor_name)
     SELECT $1, 'ORDER-' || state || days, 100, timestamptz '2190-01-01' + make_interval(days => days), false, state, '1', 'Ann'
       FROM unnest(ARRAY['scheduled', 'paused', 'canceled', 'canceled', 'scheduled'], ARRAY[20, 10, 1, 2, -3]) AS made (state, days)`,
    [DEMO],
  );
  const skusOf = async (state?: "canceled") =>
    (await calls.bulkPrice.page({ search: "order-", state })).rows.map(({ MODEL }) => MODEL.slice(6));
  expect(await skusOf()).toEqual(["scheduled-3", "paused10", "scheduled20", "canceled2", "canceled1"]);
  expect(await skusOf("canceled")).toEqual(["canceled2", "canceled1"]);
});

test("single prices are canceled and moved before they are due, and an applied one is ended", async () => {
  const cymbal = await addMirroredProduct(shop, "cymbal", [
    { sku: "CYMBAL-A", price: 1_000 },
    { sku: "CYMBAL-B", price: 1_000 },
  ]);
  const { id } = await schedule(priceRow("CYMBAL-A", "8", 1, 5), priceRow("CYMBAL-B", "9", 1, null));
  const [a, b] = await calls.bulkPrice.list({ searchValue: "CYMBAL" });
  const ids = [a?.ID ?? "", b?.ID ?? ""];
  const to = inHours(20);
  expect(await calls.bulkPrice.move({ ids, to: to.toISOString() })).toEqual({ changed: 2 });
  const moved = { effectiveAt: to.toISOString(), version: 2 };
  expect(await calls.bulkPrice.list({ searchValue: "CYMBAL-A" })).toMatchObject([
    { ...moved, endAt: new Date(+to + 4 * 3_600_000).toISOString() },
  ]);
  await expect(calls.bulkPrice.move({ ids, to: inHours(-1).toISOString() })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { to: "Date not valid." } },
  });
  // Another price of the SKU has this moment: neither is moved.
  await schedule(priceRow("CYMBAL-B", "7", 40, null));
  await expect(calls.bulkPrice.move({ ids, to: inHours(40).toISOString() })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Nothing was moved"),
  });
  expect(await calls.bulkPrice.list({ searchValue: "CYMBAL-A" })).toMatchObject([moved]);
  await applyDue(inHours(21));
  expect(await pricesOf(cymbal)).toEqual({ "CYMBAL-A": 800, "CYMBAL-B": 900 });
  await expect(calls.bulkPrice.cancel({ ids })).rejects.toMatchObject({ status: 409 });
  expect(await calls.bulkPrice.end({ ids })).toEqual({ changed: 2 });
  await expect(calls.bulkPrice.end({ ids })).rejects.toMatchObject({ status: 409 });
  await applyDue(inHours(0.5));
  expect(await pricesOf(cymbal)).toEqual({ "CYMBAL-A": 1_000, "CYMBAL-B": 1_000 });
  expect(await stateOf("CYMBAL-A")).toEqual(["ended"]);
  // An undo has nothing left to do.
  expect(await undo(calls, id)).toMatchObject([{ state: "skipped" }, { state: "skipped" }]);
  const [later] = await calls.bulkPrice.list({ searchValue: "CYMBAL-B" });
  const last = { ID: later?.ID ?? "", MODEL: "CYMBAL-B" };
  expect(await calls.bulkPrice.cancel({ ids: [last.ID] })).toEqual({ changed: 1 });
  const late = {
    ...last,
    PRICE: "9",
    EFFECTIVE_DATE: dateInHours(60),
    BELOW_MAPP_ITEM_TAG: "false" as const,
  };
  await expect(calls.bulkPrice.update(late)).rejects.toThrow(
    "This price is canceled, so it can't be changed. You canceled it in another window.",
  );
  expect(await applyDue(inHours(50))).toEqual([]);
  expect(await pricesOf(cymbal)).toEqual({ "CYMBAL-A": 1_000, "CYMBAL-B": 1_000 });
});

test("moving the prices of a file is one entry, however many they are", async () => {
  await addMirroredProduct(shop, "zither", [
    { sku: "ZITHER-A", price: 1_000 },
    { sku: "ZITHER-B", price: 1_000 },
    { sku: "ZITHER-C", price: 1_000 },
  ]);
  const { id: runId } = await schedule(priceRow("ZITHER-A", "8", 1, 5), priceRow("ZITHER-B", "9", 1, null), [
    "ZITHER-C",
    "9",
    "",
    dateInHours(1),
    "",
    "12-31-9999",
  ]);
  const effectiveAt = inHours(1).toISOString();
  const to = inHours(20).toISOString();
  const moves = async () =>
    (await calls.activity.list({})).rows.filter(({ action }) => action.endsWith(".moved"));
  const before = await moves();
  expect(await calls.bulkPrice.move({ runId, effectiveAt, to })).toEqual({ changed: 3 });
  expect(await calls.bulkPrice.list({ searchValue: "ZITHER-A" })).toMatchObject([
    { effectiveAt: to, endAt: inHours(24).toISOString() },
  ]);
  // No date is later.
  expect(await calls.bulkPrice.list({ searchValue: "ZITHER-C" })).toMatchObject([
    { effectiveAt: to, END_DATE: "12-31-9999 23:59:59" },
  ]);
  const [entry, ...others] = await moves();
  expect(others).toEqual(before);
  expect(entry).toMatchObject({
    action: "scheduled prices.moved",
    changes: expect.arrayContaining([
      { field: "Prices", before: "", after: "3" },
      { field: "Effective date", before: dateInHours(1), after: dateInHours(20) },
    ]),
  });
});

test("several dates of a SKU in a file make one plan, the calendar shows their overlap, and one undo returns them all", async () => {
  const flute = await addMirroredProduct(shop, "flute", [
    { sku: "FLUTE-A", price: 1_000 },
    { sku: "FLUTE-B", price: 1_000 },
  ]);
  const run = await check(
    calls,
    priceFile(
      priceRow("FLUTE-A", "8", 1, null),
      priceRow("FLUTE-A", "6", 3, null),
      priceRow("FLUTE-A", "7", 5, null),
      priceRow("FLUTE-B", "9", 1, 8),
      priceRow("FLUTE-B", "8", 5, 20),
      // Twice in one moment.
      priceRow("FLUTE-B", "5", 30, null),
      priceRow("FLUTE-B", "4", 30, null),
    ),
  );
  expect(run.counts).toMatchObject({ change: 5, duplicate: 2 });
  expect(run.summary.slice(1, 3)).toEqual([
    "2 SKUs have several prices in this file, one after the other.",
    expect.stringMatching(/^Prices overlap: .* This concerns FLUTE-B\.$/),
  ]);
  expect((await rowsOf(calls, run.id)).at(-1)?.problems[0]?.sentence).toBe(
    "Row 7 has the same SKU and Effective Date. None of them is imported. Correct one of them.",
  );
  await work((await calls.imports.start({ id: run.id })).jobId);
  const later = inHours(5);
  const overlaps = (await calls.bulkPrice.calendar({ month: monthOf(later) })).overlaps;
  expect(overlaps.filter(({ sku }) => sku.startsWith("FLUTE"))).toMatchObject([
    { sku: "FLUTE-B", price: "9.00", laterPrice: "8.00" },
  ]);
  for (const hours of [2, 4, 6]) await applyDue(inHours(hours));
  expect(await pricesOf(flute)).toEqual({ "FLUTE-A": 700, "FLUTE-B": 800 });
  expect((await undo(calls, run.id)).map(({ state }) => state)).toEqual(Array(5).fill("done"));
  expect(await pricesOf(flute)).toEqual({ "FLUTE-A": 1_000, "FLUTE-B": 1_000 });
  expect(await stateOf("FLUTE")).toEqual(Array(5).fill("rolled back"));
});
