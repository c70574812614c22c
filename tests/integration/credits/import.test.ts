import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { type Credits, checked, customer, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits_import", 0);
});
afterAll(() => credits.close());

const post = (list: object[], key?: string) =>
  credits.calls.credits.importCustomers({
    headers: key ? { "idempotency-key": key } : {},
    body: { list },
  });

const DUPLICATE = "Duplicate email(s) found in import file";
const NOTHING = "Some record(s) do not have Credit or Ajustment amount or References.";
const BOTH = "Some record(s) have both Credit and Ajustment amounts. Only one of them is allowed.";
const NO_AMOUNT = "Some record(s) have not valid amount.";

/** A file that fails all four checks; without its first rows, it fails the later ones only. */
const WRONG = [
  { email: "one@import.example", credit: "5", reference: "Twice" },
  { email: "ONE@import.example ", credit: "5", reference: "Twice" },
  { email: "two@import.example", credit: "5", reference: "" },
  { email: "three@import.example", credit: "5", adjustment: "5", reference: "Both" },
  { email: "four@import.example", credit: "1e3", reference: "No amount" },
];

describe("a list is checked as a whole, in the order of the specification", () => {
  test.each([
    [DUPLICATE, WRONG],
    [NOTHING, WRONG.slice(1)],
    [NOTHING, [{ email: "two@import.example", reference: "Nothing", credit: "0", adjustment: null }]],
    [BOTH, WRONG.slice(3)],
    [NO_AMOUNT, WRONG.slice(4)],
    [NO_AMOUNT, [{ email: "four@import.example", adjustment: -5, reference: "x" }]],
  ])("%s", async (message, list) => {
    expect(await refusalOf(post(list))).toMatchObject({ status: 400, message });
    const posted = await credits.ledger();
    expect(posted.filter(({ reference }) => reference !== "New account")).toEqual([]);
  });
});

test("mixed rows are posted together, failures name their row, and a repeated request is the same import", async () => {
  await customer(credits, "ann@import.example");
  await customer(credits, "ben@import.example", "10");
  await customer(credits, "cleo@import.example", "1");
  const list = [
    { email: "Ann@import.example", credit: 12.5, reference: "Welcome" },
    { email: "ben@import.example", adjustment: "4", reference: "Correction" },
    { email: "cleo@import.example", adjustment: "4", reference: "Correction" },
    { email: "unknown@import.example", credit: "4", reference: "Unknown" },
  ];
  const answer = await post(list);
  expect(answer).toMatchObject({
    status: true,
    msg: "2 rows on the way to the store. 2 rows refused.",
    accepted: 2,
    refused: [
      {
        row: 4,
        reasons: [{ field: "adjustment", sentence: "The customer doesn't have that much credit." }],
      },
      {
        row: 5,
        reasons: [{ field: "email", sentence: expect.stringMatching(/^The store has no such customer/) }],
      },
    ],
  });
  expect(await post(list)).toEqual({
    ...answer,
    msg: expect.stringMatching(/^These rows were already sent/),
  });
  const posted = [...(await credits.postingsOf("Welcome")), ...(await credits.postingsOf("Correction"))];
  expect(posted).toMatchObject([
    { transactionType: "Credit", amountCents: 1_250 },
    { transactionType: "Adjustment", amountCents: -400 },
  ]);
});

test("the wizard reports failed checks until the file is corrected, then shows each balance before anything is posted", async () => {
  await customer(credits, "dora@import.example", "3");
  await customer(credits, "eve@import.example", "7");
  const run = await checked(credits, [
    ["dora@import.example", "5", "", "Spring"],
    ["eve@import.example", "2", "1", "Spring"],
  ]);
  const { imports } = credits.calls;
  expect(run.problem).toBe(BOTH);
  expect(await refusalOf(imports.start({ id: run.id }))).toMatchObject({ status: 409, message: BOTH });
  const { run: fixed } = await imports.fix({ id: run.id, number: 3, cells: [{ column: 1, value: "" }] });
  expect(fixed).toMatchObject({ problem: null, counts: { change: 2, refused: 0 } });
  const { rows } = await imports.rows({ id: run.id });
  expect(rows.map(({ changes }) => changes)).toEqual([
    [{ field: "credit", label: "Balance", before: "$3.00", after: "$8.00" }],
    [{ field: "adjustment", label: "Balance", before: "$7.00", after: "$6.00" }],
  ]);
  expect(await credits.postingsOf("Spring")).toEqual([]);
  const { jobId } = await imports.start({ id: run.id });
  expect(await credits.postingsOf("Spring")).toHaveLength(2);
  expect((await imports.start({ id: run.id })).jobId).toBe(jobId);
});

test.each([
  ["#N/A", "", "Broken", NO_AMOUNT],
  ["", "#N/A", "Broken", NO_AMOUNT],
  ["#N/A", "5", "Broken", BOTH],
  ["5", "#N/A", "Broken", BOTH],
  ["#N/A", "", "", NOTHING],
  ["5", "", "#N/A", null],
] as const)("a cell that can't be read isn't taken for an empty one: %s, %s, %s", async (...row) => {
  const [credit, adjustment, reference, problem] = row;
  await customer(credits, "ida@import.example");
  const run = await checked(credits, [["ida@import.example", credit, adjustment, reference]]);
  expect(run).toMatchObject({ problem, counts: { refused: 1 } });
  const { rows } = await credits.calls.imports.rows({ id: run.id });
  const problems = rows[0]?.problems ?? [];
  const atBrokenCell = problems.filter(({ column }) => column === row.indexOf("#N/A") + 1);
  expect(atBrokenCell).toMatchObject([{ sentence: expect.stringMatching(/the error of a formula/) }]);
});

test("a check finds customers that are new in the store, and says whether the balances were compared", async () => {
  await customer(credits, "gil@import.example", "3");
  const { store } = credits.shop.localStore;
  await createCustomer(store, DEMO, { email: "new@import.example" });
  await credits.query("UPDATE credit_accounts SET compared_at = now() - interval '2 minutes'");
  store.faults.setFor(DEMO, "StoreCreditOfCustomers", { denied: 1 });
  const late = await checked(credits, [
    ["gil@import.example", "5", "", "Late"],
    ["new@import.example", "5", "", "Late"],
  ]);
  expect(late).toMatchObject({ checkedAgainst: "mirror", counts: { change: 2, refused: 0 } });
  store.faults.reset(DEMO);
  const compared = await checked(credits, [["gil@import.example", "6", "", "Compared"]]);
  expect(compared.checkedAgainst).toBe("store");
});

test("rows with the same address name each other, in the wizard and in the answer to a list", async () => {
  await customer(credits, "mia@import.example");
  const run = await checked(credits, [
    ["mia@import.example", "5", "", "Named"],
    ["other@import.example", "", "", "Named"],
    [" MIA@import.example", "6", "", "Named"],
  ]);
  expect(run.problem).toBe(DUPLICATE);
  const { rows } = await credits.calls.imports.rows({ id: run.id, verdict: "duplicate" });
  expect(rows.map(({ number, problems }) => [number, problems[0]?.sentence])).toEqual([
    [2, "Row 4 has the same Email. None of them is imported. Correct one of them."],
    [4, "Row 2 has the same Email. None of them is imported. Correct one of them."],
  ]);
  expect(await refusalOf(post(WRONG))).toMatchObject({
    data: { fieldErrors: { list: "Row 3 has the same Email as row 2." } },
  });
});

test("a row that is refused for its own values still names the row with the same address", async () => {
  await customer(credits, "nia@import.example");
  const run = await checked(credits, [
    ["nia@import.example", "abc", "", "Named"],
    ["nia@import.example", "10", "", "Named"],
  ]);
  expect(run.problem).toBe(DUPLICATE);
  const { rows } = await credits.calls.imports.rows({ id: run.id });
  expect(rows.map(({ verdict, problems }) => [verdict, problems[0]?.sentence])).toEqual([
    ["refused", "Row 3 has the same Email. None of them is imported. Correct one of them."],
    ["duplicate", "Row 2 has the same Email. None of them is imported. Correct one of them."],
  ]);
});

test("a balance that fell since the check stops the whole import: nothing is posted", async () => {
  const id = await customer(credits, "fred@import.example", "5");
  const other = await customer(credits, "gail@import.example");
  const run = await checked(credits, [
    ["gail@import.example", "5", "", "Whole"],
    ["fred@import.example", "", "5", "Whole"],
  ]);
  const body = { ids: String(id), amount: "1", reference: "Concurrent" };
  await credits.calls.credits.adjustBalances({ headers: {}, body });
  expect(await refusalOf(credits.calls.imports.start({ id: run.id }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Row 3: The customer doesn't have that much credit. Nothing was posted/),
  });
  const posted = await credits.postingsOf("Whole");
  expect(posted.filter(({ shopifyCustomerId }) => shopifyCustomerId === String(other))).toEqual([]);
});

test("the same list is a new request an hour after its import ended, but never with the same key", async () => {
  await customer(credits, "kim@import.example");
  const list = [{ email: "kim@import.example", credit: "10", reference: "Monthly bonus" }];
  const first = await post(list);
  await credits.query("UPDATE import_runs SET created_at = now() - interval '61 minutes' WHERE id = $1", [
    first.importId,
  ]);
  expect((await post(list)).importId).toBe(first.importId);
  const [posting] = await credits.postingsOf("Monthly bonus");
  await credits.confirm(posting?.id ?? null);
  await credits.work(first.jobId ?? "");
  const answers = await Promise.all([1, 2, 3].map(() => post(list)));
  expect(new Set(answers.map(({ importId }) => importId)).size).toBe(1);
  expect(answers[0]?.importId).not.toBe(first.importId);
  expect(await credits.postingsOf("Monthly bonus")).toHaveLength(2);

  const keyed = await post(list, "bonus-of-november");
  await credits.query("UPDATE import_runs SET created_at = now() - interval '31 days' WHERE id = $1", [
    keyed.importId,
  ]);
  expect(await post(list, "bonus-of-november")).toEqual(keyed);
  expect(await credits.postingsOf("Monthly bonus")).toHaveLength(3);
});

test("a row whose cause was fixed is posted when a list without any posted row is sent again", async () => {
  const list = [{ email: "lee@import.example", credit: "10", reference: "Later" }];
  expect(await post(list)).toMatchObject({ status: false, jobId: null });
  await customer(credits, "lee@import.example");
  expect(await post(list)).toMatchObject({ msg: "1 row on the way to the store.", refused: [] });
  expect(await credits.postingsOf("Later")).toHaveLength(1);
});
