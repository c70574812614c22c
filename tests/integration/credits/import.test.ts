import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOOKKEEPER } from "../../support/ledger.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { type Credits, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits_import", 0);
});
afterAll(() => credits.close());

/** A customer of the store, with their id. */
async function customer(email: string, amount = "0"): Promise<number> {
  const body = { email, amount, reference: "New account" };
  const answer = await credits.calls.credits.addCustomer({ headers: {}, body });
  if (answer.postingId) await credits.confirm(answer.postingId);
  return Number(answer.customer.shopifyCustomerId);
}

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
    expect(await credits.query("SELECT 1 FROM ledger_postings WHERE reference <> 'New account'")).toEqual([]);
  });
});

test("mixed rows are posted together, failures name their row, and a repeated request is the same import", async () => {
  await customer("ann@import.example");
  await customer("ben@import.example", "10");
  await customer("cleo@import.example", "1");
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
        reasons: [{ field: "adjustment", sentence: "The customer does not have that much credit." }],
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
  const posted = await credits.query<{ type: string; amount_cents: string; reference: string }>(
    "SELECT type, amount_cents, reference FROM ledger_postings WHERE reference IN ('Welcome', 'Correction') ORDER BY number",
  );
  expect(posted).toEqual([
    { type: "Credit", amount_cents: "1250", reference: "Welcome" },
    { type: "Adjustment", amount_cents: "-400", reference: "Correction" },
  ]);
});

/** A file as the wizard sends it, checked. */
async function checked(rows: string[][]) {
  const { imports } = credits.calls;
  const { run } = await imports.open({
    kind: "credits",
    fileName: "credits.csv",
    sha256: createHash("sha256").update(JSON.stringify(rows)).digest("hex"),
    columns: ["Email", "Credit", "Adjustment", "Reference"],
    rowCount: rows.length,
  });
  const mapping = ["email", "credit", "adjustment", "reference"];
  await imports.decide({ id: run.id, mapping, blanks: "keep" });
  await imports.send({ id: run.id, rows: rows.map((cells, index) => ({ number: index + 2, cells })) });
  return imports.finish({ id: run.id });
}

test("the wizard reports failed checks until the file is corrected, then shows each balance before anything is posted", async () => {
  await customer("dora@import.example", "3");
  await customer("eve@import.example", "7");
  const run = await checked([
    ["dora@import.example", "5", "", "Spring"],
    ["eve@import.example", "2", "1", "Spring"],
  ]);
  const { imports } = credits.calls;
  expect(run.problem).toBe(BOTH);
  expect(await refusalOf(imports.start({ id: run.id }))).toMatchObject({ status: 409, message: BOTH });
  const { run: fixed } = await imports.fix({ id: run.id, number: 3, column: 1, value: "" });
  expect(fixed).toMatchObject({ problem: null, counts: { change: 2, refused: 0 } });
  const { rows } = await imports.rows({ id: run.id });
  expect(rows.map(({ changes }) => changes)).toEqual([
    [{ field: "credit", label: "Balance", before: "$3.00", after: "$8.00" }],
    [{ field: "adjustment", label: "Balance", before: "$7.00", after: "$6.00" }],
  ]);
  expect(await credits.query("SELECT 1 FROM ledger_postings WHERE reference = 'Spring'")).toEqual([]);
  const { jobId } = await imports.start({ id: run.id });
  const postings = await credits.query<{ id: string }>(
    "SELECT id FROM ledger_postings WHERE reference = 'Spring' ORDER BY number",
  );
  expect(postings).toHaveLength(2);
  expect((await imports.start({ id: run.id })).jobId).toBe(jobId);
});

test("rows with the same address name each other, in the wizard and in the answer to a list", async () => {
  await customer("mia@import.example");
  const run = await checked([
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
  await customer("nia@import.example");
  const run = await checked([
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
  const id = await customer("fred@import.example", "5");
  const other = await customer("gail@import.example");
  const run = await checked([
    ["gail@import.example", "5", "", "Whole"],
    ["fred@import.example", "", "5", "Whole"],
  ]);
  const body = { ids: String(id), amount: "1", reference: "Concurrent" };
  await credits.calls.credits.adjustBalances({ headers: {}, body });
  expect(await refusalOf(credits.calls.imports.start({ id: run.id }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Row 3: The customer does not have that much credit. Nothing was posted/),
  });
  expect(
    await credits.query("SELECT 1 FROM ledger_postings WHERE customer_id = $1 AND reference = 'Whole'", [
      other,
    ]),
  ).toEqual([]);
});

/** Works on import jobs as a worker does, until they end. */
const itemsOf = async (id: string) => (await credits.calls.jobs.items({ id })).rows;

/**
 * A confirmed import of one row, and its started undo job.
 * @param from a credit of 5 dollars with each of these ends, MM/DD/YYYY, from which the row takes 9; without any, it gives 9
 */
async function startUndo(email: string, reference: string, from: string[] = []) {
  const ids = String(await customer(email));
  for (const expirationDate of from) {
    const body = { ids, amount: "5", reference: "Before", expirationDate };
    const { list } = await credits.calls.credits.issueCredits({ headers: {}, body });
    await credits.confirm(list[0]?.postingId ?? null);
  }
  const run = await checked([from.length > 0 ? [email, "", "9", reference] : [email, "9", "", reference]]);
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  const [posting] = await credits.postingsOf(reference);
  await credits.confirm(posting?.id ?? null);
  await credits.work(jobId);
  expect(await itemsOf(jobId)).toMatchObject([{ state: "done", message: "The store confirmed it." }]);
  const undo = await credits.calls.imports.undo({ id: run.id });
  const reversals = () =>
    credits.query<{ id: string; type: string; amount_cents: string; reference: string }>(
      "SELECT id, type, amount_cents, reference FROM ledger_postings WHERE reverses_id = $1 ORDER BY number",
      [posting?.id],
    );
  /** Works on the undo while the store answers its latest reversals. */
  const runUndo = async (answers: ((id: string) => Promise<unknown>)[], already = 0) => {
    const working = credits.work(undo.jobId);
    await expect.poll(async () => (await reversals()).length).toBe(already + answers.length);
    const latest = (await reversals()).slice(already);
    for (const [index, answer] of answers.entries()) await answer(latest[index]?.id ?? "");
    await working;
  };
  const outcome = async () =>
    (await credits.query("SELECT outcome FROM import_rows WHERE run_id = $1", [run.id]))[0];
  const isReversed = async () =>
    (await credits.calls.credits.postings({ ids: [posting?.id ?? ""] })).list[0]?.reversedById !== null;
  return { undo, runUndo, reversals, outcome, isReversed };
}

test("each row of the job is done when the store confirms it, and an undo reverses confirmed rows", async () => {
  const { undo, runUndo, reversals, outcome } = await startUndo("hana@import.example", "Undone");
  await runUndo([(id) => credits.confirm(id)]);
  expect(await itemsOf(undo.jobId)).toMatchObject([{ state: "done" }]);
  expect(await reversals()).toMatchObject([
    { type: "Adjustment", amount_cents: "-900", reference: "The import was undone" },
  ]);
  expect(await outcome()).toEqual({ outcome: "undone" });
});

test("a row whose reversal the store refuses isn't undone and can be retried", async () => {
  const { undo, runUndo, reversals, outcome } = await startUndo(
    "iris@import.example",
    "Spent before the undo",
  );
  await runUndo([(id) => credits.fail(id, "The store has less credit than that.")]);
  expect(await itemsOf(undo.jobId)).toMatchObject([
    { state: "failed", message: "The store has less credit than that." },
  ]);
  expect(await outcome()).toEqual({ outcome: "written" });
  await credits.calls.jobs.retry({ id: undo.jobId });
  await runUndo([(id) => credits.confirm(id)], 1);
  expect(await itemsOf(undo.jobId)).toMatchObject([{ state: "done" }]);
  expect(await reversals()).toHaveLength(2);
  expect(await outcome()).toEqual({ outcome: "undone" });
});

test("a debit of several credits is undone as several, and a retry posts only those that the store refused", async () => {
  const ends = ["12/31/2031", "12/31/2030"];
  const { undo, runUndo, reversals, ...row } = await startUndo("jo@import.example", "Two ends", ends);
  await runUndo([(id) => credits.confirm(id), (id) => credits.fail(id, "The limit is reached.")]);
  expect(await itemsOf(undo.jobId)).toMatchObject([{ state: "failed", message: "The limit is reached." }]);
  expect([await row.outcome(), await row.isReversed()]).toEqual([{ outcome: "written" }, false]);
  await credits.calls.jobs.retry({ id: undo.jobId });
  await runUndo([(id) => credits.confirm(id)], 2);
  expect(await itemsOf(undo.jobId)).toMatchObject([{ state: "done" }]);
  expect([await row.outcome(), await row.isReversed()]).toEqual([{ outcome: "undone" }, true]);
  expect((await reversals()).map(({ type, amount_cents }) => [type, amount_cents])).toEqual([
    ["Credit", "500"],
    ["Credit", "400"],
    ["Credit", "400"],
  ]);
});

test("a failed row that two requests post again at the same time is posted once", async () => {
  await customer("nia@import.example");
  const run = await checked([["nia@import.example", "9", "", "Race"]]);
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  const [refused] = await credits.postingsOf("Race");
  await credits.fail(refused?.id ?? null, "The customer's limit of store credit is reached.");
  await credits.work(jobId);
  await credits.calls.jobs.retry({ id: jobId });
  const [{ withShop }, { postAgain }, { creditImportHandler }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/imports/post-again.server"),
    import("~/domain/ledger/imports/credit-import.server"),
  ]);
  const [row] = await credits.query(
    `SELECT shop, run_id AS "runId", number, written FROM import_rows WHERE run_id = $1`,
    [run.id],
  );
  const contextOf = (operationId: string) =>
    ({ shop: DEMO, administrator: BOOKKEEPER, jobId, operationId }) as never;
  const { first, second } = await withShop(DEMO, async (tx) => {
    const first = await postAgain(tx, row as never, contextOf("first"));
    const second = creditImportHandler.write(row as never, contextOf("second"));
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
    return { first, second: { outcome: second } };
  });
  expect(first).not.toBe(refused?.id);
  // Its own copy of the row still names the posting that was refused.
  expect(await second.outcome).toEqual({ state: "pending", ref: first });
  expect(await credits.postingsOf("Race")).toHaveLength(2);
});

test("a retry posts rows that the store refused once each, and none with an unknown outcome", async () => {
  const emails = ["lou@import.example", "max@import.example"];
  for (const email of emails) await customer(email);
  const run = await checked(emails.map((email) => [email, "9", "", "Limit"]));
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  const postings = () => credits.postingsOf("Limit");
  const [refused, done] = await postings();
  await credits.fail(refused?.id ?? null, "The customer's limit of store credit is reached.");
  await credits.confirm(done?.id ?? null);
  await credits.work(jobId);
  // A rerun without a retry, as after a crash, posts nothing.
  await credits.query("UPDATE job_items SET state = 'waiting' WHERE job_id = $1 AND state = 'failed'", [
    jobId,
  ]);
  await credits.query("UPDATE jobs SET state = 'queued', failed = 0 WHERE id = $1", [jobId]);
  await credits.work(jobId);
  const states = async () => (await itemsOf(jobId)).map(({ state }) => state);
  expect(await states()).toEqual(["failed", "done"]);
  expect(await postings()).toHaveLength(2);

  await credits.calls.jobs.retry({ id: jobId });
  const retrying = credits.work(jobId);
  await expect.poll(async () => (await postings()).length).toBe(3);
  const again = (await postings()).at(-1)?.id ?? "";
  const [{ withShop }, { markUnknown }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/settle.server"),
  ]);
  await withShop(DEMO, (tx) => markUnknown(tx, DEMO, again, "The answer was lost.", new Date()));
  // A rerun while the outcome is unknown waits for the same posting.
  const { creditImportHandler } = await import("~/domain/ledger/imports/credit-import.server");
  const [row] = await credits.query(
    `SELECT shop, run_id AS "runId", number, written, outcome FROM import_rows WHERE run_id = $1 AND number = 2`,
    [run.id],
  );
  const context = { shop: DEMO, administrator: { id: "3" }, jobId, operationId: "the row's own" };
  expect(await creditImportHandler.write(row as never, context as never)).toEqual({
    state: "pending",
    ref: again,
  });
  await credits.confirm(again);
  await retrying;
  expect(await states()).toEqual(["done", "done"]);
  expect(await postings()).toHaveLength(3);
  expect((await refusalOf(credits.calls.jobs.retry({ id: jobId }))).status).toBe(409);
  const { runs } = await credits.calls.imports.list({ kind: "credits" });
  expect(runs.find(({ id }) => id === run.id)).toMatchObject({ canUndo: true });
});

test("a credit import can't be canceled or paused because all rows are pending, and can be undone once it has ended", async () => {
  await customer("jon@import.example");
  const run = await checked([["jon@import.example", "9", "", "Not to be stopped"]]);
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  for (const call of [credits.calls.jobs.cancel, credits.calls.jobs.pause])
    expect(await refusalOf(call({ id: jobId }))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^All rows were queued together/),
    });
  expect(await credits.calls.jobs.detail({ id: jobId })).toMatchObject({ canStop: false, state: "queued" });
  // The starter lost the flag: the job ends before its rows, which continue.
  await credits.query("UPDATE administrators SET flags = '{}' WHERE shop = $1 AND id = '3'", [DEMO]);
  await credits.work(jobId);
  const [posting] = await credits.postingsOf("Not to be stopped");
  await credits.confirm(posting?.id ?? null);
  const { runs } = await credits.owner.imports.list({ kind: "credits" });
  expect(runs.find(({ id }) => id === run.id)).toMatchObject({ state: "failed", canUndo: true });
  await credits.query("UPDATE administrators SET flags = '{showCredits}' WHERE shop = $1 AND id = '3'", [
    DEMO,
  ]);
});

test("the same list is a new request an hour after its import ended, but never with the same key", async () => {
  await customer("kim@import.example");
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
  await customer("lee@import.example");
  expect(await post(list)).toMatchObject({ msg: "1 row on the way to the store.", refused: [] });
  expect(await credits.postingsOf("Later")).toHaveLength(1);
});
