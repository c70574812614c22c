/** The check of a file of prices: what it says of each row, and of the file. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { completeMirror, unfinishMirror } from "../../support/mirrors.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, importFile, open, rowsOf, work } from "../imports/support.ts";
import { addMirroredProduct, changeElsewhere, dateInHours, priceFile } from "./support.ts";

let shop: TestShop;
let calls: Calls;
let product: number;

beforeAll(async () => {
  shop = await openTestShop("bulkprice_check");
  calls = await signedInCalls(shop);
  product = await addMirroredProduct(shop, "drill", [
    { sku: "DR-1", price: 1_000, compareAt: 1_500 },
    { sku: "DR-2", price: 2_000 },
    { sku: "DR-3", price: 3_000 },
  ]);
  await addMirroredProduct(shop, "saw", [{ sku: "SAW", price: 4_000 }]);
  await addMirroredProduct(shop, "saw-set", [{ sku: "SAW", price: 4_000 }]);
  await addMirroredProduct(shop, "gift", [
    { sku: null, price: 500 },
    { sku: null, price: 600 },
  ]);
});
afterAll(() => shop.close());

const sentencesOf = async (id: string) =>
  (await rowsOf(calls, id)).map(({ number, verdict, problems }) => ({
    number,
    verdict,
    problems: problems.map(({ column, sentence }) => `${column}: ${sentence}`),
  }));

test("bad rows are reported by row and column, and nothing of them is written", async () => {
  const date = dateInHours(60);
  const run = await check(
    calls,
    priceFile(
      ["DR-2", "-1", "", date, ""],
      ["DR-2", "1e9", "", date, ""],
      ["DR-2", "1000000000", "", date, ""],
      ["DR-2", "abc", "", date, ""],
      ["DR-2", "12,50", "", date, ""],
      ["NOWHERE", "10", "", date, ""],
      ["DR-2", "10", "", dateInHours(-2), ""],
      ["DR-2", "10", "", "02-30-2030 10:00:00", ""],
      ["DR-1", "10", "", date, ""],
      ["DR-1", "11", "", date, ""],
      ["DR-3", "11", "", date, "", date],
      ["", "11", "", date, ""],
      ["DR-3", "", "", date, ""],
      ["DR-3", "11", "", "", ""],
      ["1.23457E+12", "11", "", date, ""],
    ),
  );
  expect(run.counts).toMatchObject({ change: 0, refused: 13, duplicate: 2 });
  const rows = await sentencesOf(run.id);
  /** What is wrong with rows for themselves: those with one SKU also name each other. */
  const ownProblems = rows.map(({ problems }) =>
    problems.filter((text) => !text.includes("has the same SKU")),
  );
  for (const problems of ownProblems.slice(0, 5))
    expect(problems).toEqual([expect.stringMatching(/^1: Price ".*" isn't a valid price\./)]);
  expect(ownProblems[5]).toEqual([expect.stringMatching(/^0: No variant in the store has the SKU NOWHERE/)]);
  expect(ownProblems[6]).toEqual([expect.stringMatching(/^3: Effective Date .* is in the past/)]);
  expect(ownProblems[7]).toEqual([expect.stringMatching(/^3: .* isn't a valid date/)]);
  expect(rows[8]).toMatchObject({
    verdict: "duplicate",
    problems: expect.arrayContaining([expect.stringContaining("Row 11 has the same SKU")]),
  });
  expect(rows[9]).toMatchObject({
    verdict: "duplicate",
    problems: expect.arrayContaining([expect.stringContaining("Row 10 has the same SKU")]),
  });
  expect(ownProblems[10]).toEqual([expect.stringMatching(/^5: End Date .* isn't after the effective date/)]);
  expect(ownProblems.slice(11)).toEqual([
    ["0: SKU is missing. Fill it in."],
    ["1: Price is missing. Fill it in."],
    ["3: Effective Date is missing. Fill it in."],
    [
      expect.stringMatching(/^0: No variant in the store has the SKU 1\.23457E\+12/),
      expect.stringMatching(/^0: .*a spreadsheet shortened.*format the column as text/),
    ],
  ]);
  await expect(calls.imports.start({ id: run.id })).rejects.toMatchObject({ status: 409 });
  const { rows: written } = await (await import("~/platform/db/pool.server"))
    .database()
    .query("SELECT 1 FROM price_schedules WHERE import_run_id = $1", [run.id]);
  expect(written).toEqual([]);
});

test("while the products are being read, a large file's unknown SKU isn't said to be missing in the store", async () => {
  const problemsOf = async (sku: string) => {
    const rows = Array.from({ length: 251 }, (_, n) => [`${sku}-${n}`, "10", "", dateInHours(60), ""]);
    const run = await check(calls, priceFile(...rows));
    return (await sentencesOf(run.id))[0]?.problems;
  };
  expect(await problemsOf("UNREAD")).toEqual([
    expect.stringMatching(/^0: The SKU UNREAD-0 wasn't found yet, because the products are still being read/),
  ]);
  await completeMirror("products");
  expect(await problemsOf("NONE")).toEqual([
    expect.stringMatching(/^0: No variant in the store has the SKU NONE-0\./),
  ]);
  await unfinishMirror("products");
});

test("a file without a header is refused as a whole", async () => {
  const columns = ["DR-2", "10", "", dateInHours(60), ""];
  const { run, suggested } = await open(calls, {
    kind: "prices",
    name: "prices.csv",
    columns,
    rows: [["DR-3", "11", "", dateInHours(60), ""]],
  });
  await expect(
    calls.imports.decide({ id: run.id, mapping: suggested, blanks: "keep" }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining("SKU") });
});

test("the check shows prices, change in percent, and what to know of a row", async () => {
  await importFile(calls, priceFile(["DR-1", "12.50", "", dateInHours(100), ""]));
  const date = dateInHours(70);
  const run = await check(
    calls,
    priceFile(
      ["DR-2", "15.005", "12", date, "true"],
      ["SAW", "44", "", date, ""],
      ["DR-1", "9", "", date, ""],
    ),
  );
  const rows = await rowsOf(calls, run.id);
  expect(rows[0]).toMatchObject({
    verdict: "change",
    changes: [
      { label: "Price", before: "$20.00", after: "$15.01 (-24.9%)" },
      { label: "Compare At Price", before: "", after: "$12.00" },
    ],
  });
  const sentences = (await sentencesOf(run.id)).map(({ problems }) => problems.join(" "));
  expect(sentences[0]).toContain("has more decimals than USD, which has 2. It is rounded to $15.01.");
  expect(sentences[0]).toContain("The price $15.01 is above the compare-at price $12.00.");
  expect(sentences[1]).toMatch(/2 variants have this SKU.*saw – .*; saw-set – /);
  expect(sentences[2]).toMatch(/Other prices are scheduled for this SKU: \$12\.50 on /);
  expect(run.summary[0]).toMatch(/^4 variants of 3 products get their prices on .* \(America\/New_York\)\.$/);
  // Demo is on Shopify Plus: 1,000 points per second, ten times that in tests, and 10 per product, or 20 with the tag.
  expect(run.summary[1]).toMatch(
    /^At the store's rate limit of 10,000 points per second, the last price is set at about /,
  );
  expect(run.summary.at(-1)).toBe(
    "1 product has variants without a SKU. A file can't address these variants.",
  );
  // With other columns, its rows are read again.
  const other = await check(calls, priceFile(["SAW", "45", "", dateInHours(90), ""]));
  expect(other.summary).not.toEqual([]);
  const { id, mapping } = other;
  expect(await calls.imports.decide({ id, mapping: mapping ?? [], blanks: "keep" })).toMatchObject({
    state: "reading",
    summary: [],
    question: null,
  });
  // Someone changes a price between the check and the start.
  await changeElsewhere(shop, product, "DR-2", 2_100);
  const { jobId } = await calls.imports.start({ id: run.id });
  const items = await work(jobId);
  expect(items[0]?.message).toContain("has changed since the check, from $20.00 to $21.00");
  await changeElsewhere(shop, product, "DR-2", 2_200);
  expect(await calls.bulkPrice.list({ searchValue: "DR-2" })).toMatchObject([
    { isChangedSince: true, currentPrice: "22.00" },
  ]);
  const again = await check(calls, priceFile(["DR-2", "16", "", date, ""]));
  expect((await sentencesOf(again.id))[0]?.problems[0]).toContain("is scheduled for the same SKU and moment");
});

test("a price of 0, a large drop and an hour that the clocks skip are named", async () => {
  await addMirroredProduct(shop, "fall", [
    { sku: "FALL-1", price: 1_000 },
    { sku: "FALL-2", price: 2_000 },
    { sku: "FALL-3", price: 3_000 },
  ]);
  const run = await check(
    calls,
    priceFile(
      ["FALL-1", "0", "", dateInHours(300), "", ""],
      ["FALL-2", "10.00", "", dateInHours(301), "", ""],
      ["FALL-3", "15.01", "", dateInHours(302), "", ""],
      ["SAW", "39.00", "", "03-14-2027 02:30:00", "", ""],
    ),
  );
  const [free, drop, small, skipped] = await sentencesOf(run.id);
  expect(free?.problems).toContainEqual(expect.stringContaining("The price is 0."));
  expect(drop?.problems).toContainEqual(expect.stringContaining("The price falls from $20.00 to $10.00"));
  expect(small?.problems).toEqual([]);
  expect(skipped?.problems).toContainEqual(expect.stringContaining("the clocks skip this hour"));
  expect(skipped?.verdict).toBe("refused");
});
