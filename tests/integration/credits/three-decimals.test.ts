import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let calls: Awaited<ReturnType<typeof signedInCalls>>["credits"];
beforeAll(async () => {
  shop = await openTestShop("three_decimals");
  // The app reads the currency when it is installed.
  await shop.localStore.store.pool.query("UPDATE shops SET currency = 'KWD' WHERE domain = $1", [DEMO]);
  calls = (await signedInCalls(shop)).credits;
  ledger = await ledgerServices(shop);
});
afterAll(() => shop.close());

/** All rows of a spreadsheet of credits. */
async function exportedRows(name: "credit-customers" | "credit-transactions", sort: string) {
  const [{ readAllRows }, { findShop }, { app }] = await Promise.all([
    import("~/core/exports/read-rows.server"),
    import("~/platform/auth/shops.server"),
    import("../../support/app.ts"),
  ]);
  const found = await findShop(DEMO);
  const report = app.declarations.exports.get(name);
  if (!found || !report) throw new Error("The shop isn't installed, or the report isn't declared.");
  const request = { part: "", sort, searchType: "Email", searchValue: "", filter: {} } as const;
  const rows: unknown[][] = [];
  for await (const batch of readAllRows(found, report, request, new AbortController().signal))
    rows.push(...batch);
  return rows;
}

test("fils of a Kuwaiti dinar reach Shopify, the lists and the spreadsheets without loss", async () => {
  const [customerId = 0] = await ledger.customers(1, "Dinar");
  const ids = String(customerId);
  await calls.issueCredits({ headers: {}, body: { ids, amount: "12.345", reference: "Fils" } });
  await ledger.dispatch();
  await calls.adjustBalances({ headers: {}, body: { ids, amount: 0.001, reference: "One" } });
  await ledger.dispatch();
  expect(await ledger.balances([customerId])).toEqual([
    { customerId, ours: 12_344, held: 0, entries: 12_344, theirs: 12_344 },
  ]);
  await ledger.reconcile(customerId);
  const { runLedgerCheck } = await import("~/domain/ledger/reconciliation/check-ledger.server");
  expect(await runLedgerCheck(DEMO)).toEqual([]);

  expect((await calls.customers({})).list).toMatchObject([{ balance: 12.344, balanceCents: 12_344 }]);
  const { list, rangesLimits } = await calls.transactions({ creditAmount: "12.345,12.345" });
  expect(list).toMatchObject([{ amount: 12.345, amountCents: 12_345, state: "CONFIRMED" }]);
  expect(rangesLimits).toMatchObject({ creditAmount: 12.345, adjustmentAmount: 0.001 });

  expect((await exportedRows("credit-customers", "name asc")).map((row) => row[2])).toEqual([12.344]);
  const amounts = (await exportedRows("credit-transactions", "createdAt asc")).map((row) => row.slice(3, 5));
  expect(amounts).toEqual([
    [12.345, ""],
    ["", -0.001],
  ]);
});

test("the preview of an import sums its rows in the currency's decimals", async () => {
  const { imports, credits } = await signedInCalls(shop);
  const emails = ["one@fils.example", "two@fils.example"];
  for (const email of emails)
    await credits.addCustomer({ headers: {}, body: { email, amount: "0", reference: "New" } });
  const { run } = await imports.open({
    kind: "credits",
    fileName: "fils.csv",
    sha256: "f".repeat(64),
    columns: ["Email", "Credit", "Reference"],
    rowCount: 2,
  });
  await imports.decide({ id: run.id, mapping: ["email", "credit", "reference"], blanks: "keep" });
  const amounts = ["12.345", "0.005"];
  const rows = emails.map((email, index) => ({
    number: index + 2,
    cells: [email, amounts[index] ?? "", "Sum"],
  }));
  await imports.send({ id: run.id, rows });
  const { counts, summary } = await imports.finish({ id: run.id });
  expect(counts).toMatchObject({ change: 2, refused: 0 });
  expect(summary.map((sentence) => sentence.replaceAll("\u00a0", " "))).toEqual([
    "Credits: 2 rows, KWD 12.350 in all.",
    expect.stringMatching(/^Owed to all customers: KWD (\d+\.\d{3}) now, KWD \d+\.\d{3} afterward\.$/),
  ]);
});

test.each([
  ["dinars.xlsx", "0.750", "Credits: 1 row, KWD 0.750 in all."],
  ["dinars.csv", "1.234", "Credits: 1 row, KWD 1,234.000 in all."],
  ["ambiguous.xlsx", "1.234", undefined],
])(
  "in a column of decimal commas, %s with %s is read, or refused as ambiguous",
  async (fileName, amount, sum) => {
    const { imports, credits } = await signedInCalls(shop);
    const email = `${fileName}@fils.example`;
    await credits.addCustomer({ headers: {}, body: { email, amount: "0", reference: "New" } });
    const { run } = await imports.open({
      kind: "credits",
      fileName,
      sha256: "e".repeat(64),
      columns: ["Email", "Credit", "Reference"],
      rowCount: 1,
    });
    await imports.decide({
      id: run.id,
      mapping: ["email", "credit", "reference"],
      blanks: "keep",
      formats: [null, "decimal-comma", null],
    });
    await imports.send({ id: run.id, rows: [{ number: 2, cells: [email, amount, "Dinars"] }] });
    const { counts, summary } = await imports.finish({ id: run.id });
    expect(counts?.refused).toBe(sum ? 0 : 1);
    expect(summary[0]?.replaceAll("\u00a0", " ")).toBe(sum);
    if (sum) return;
    const { rows } = await imports.rows({ id: run.id, verdict: "refused" });
    expect(rows[0]?.problems[0]).toMatchObject({
      sentence:
        'Credit "1.234" can be read in two ways. Choose “Decimal point” for this column, or enter it as text with a decimal comma.',
    });
  },
);

test("a fourth decimal is refused with the number of decimals that the currency has", async () => {
  const [customerId = 0] = await ledger.customers(1, "Fourth");
  const refused = calls.issueCredits({
    headers: {},
    body: { ids: String(customerId), amount: "1.2345", reference: "Too fine" },
  });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    message: "amount: must be an amount above 0 with at most 3 decimals, such as 12.500",
  });
});
