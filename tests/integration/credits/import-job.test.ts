/** The job of a credit import: the outcomes of its rows, their retries and their undo. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess } from "../../support/calls.ts";
import { forgetOutcomes } from "../../support/jobs.ts";
import { BOOKKEEPER } from "../../support/ledger.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { type Credits, checked, customer, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits_import_job", 0);
});
afterAll(() => credits.close());

const itemsOf = async (id: string) => (await credits.calls.jobs.items({ id })).rows;

/**
 * A confirmed import of one row, and its started undo job.
 * @param from a credit of 5 dollars with each of these ends, MM/DD/YYYY, from which the row takes 9; without any, it gives 9
 */
async function startUndo(email: string, reference: string, from: string[] = []) {
  const ids = String(await customer(credits, email));
  for (const expirationDate of from) {
    const body = { ids, amount: "5", reference: "Before", expirationDate };
    const { list } = await credits.calls.credits.issueCredits({ headers: {}, body });
    await credits.confirm(list[0]?.postingId ?? null);
  }
  const run = await checked(credits, [
    from.length > 0 ? [email, "", "9", reference] : [email, "9", "", reference],
  ]);
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  const [posting] = await credits.postingsOf(reference);
  await credits.confirm(posting?.id ?? null);
  await credits.work(jobId);
  expect(await itemsOf(jobId)).toMatchObject([{ state: "done", message: "The store confirmed it." }]);
  const undo = await credits.calls.imports.undo({ id: run.id });
  const reversals = () => credits.reversalsOf(posting?.id ?? "");
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
    { transactionType: "Adjustment", amountCents: -900, reference: "The import was undone" },
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

test("rows that were never posted, or reversed before, count as undone", async () => {
  const emails = ["kit@import.example", "kai@import.example"];
  for (const email of emails) await customer(credits, email);
  const run = await checked(
    credits,
    emails.map((email) => [email, "9", "", "Nothing left"]),
  );
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  const [refused, posted] = await credits.postingsOf("Nothing left");
  await credits.fail(refused?.id ?? null, "The customer's limit of store credit is reached.");
  await credits.confirm(posted?.id ?? null);
  await credits.work(jobId);
  const params = { id: posted?.id ?? "" };
  await credits.calls.credits.reverse({ params, headers: {}, body: { reason: "A mistake" } });
  const [reversal] = await credits.reversalsOf(params.id);
  await credits.confirm(reversal?.id ?? null);

  const undo = await credits.calls.imports.undo({ id: run.id });
  await credits.work(undo.jobId);
  expect((await itemsOf(undo.jobId)).map(({ state, message }) => [state, message])).toEqual([
    ["done", "It was never posted: the store had refused it."],
    ["done", "It was undone before."],
  ]);
  expect(await credits.calls.imports.detail({ id: run.id })).toMatchObject({ undone: 2, notUndone: 0 });
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
  expect(
    (await reversals()).map(({ transactionType, amountCents }) => [transactionType, amountCents]),
  ).toEqual([
    ["Credit", 500],
    ["Credit", 400],
    ["Credit", 400],
  ]);
});

test("an undone debit says what of it has expired and isn't returned", async () => {
  const ends = ["12/31/2031", "12/31/2030"];
  const { undo, runUndo, outcome } = await startUndo("kit@import.example", "One has expired", ends);
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `ALTER TABLE ledger_postings DISABLE TRIGGER USER;
     UPDATE ledger_postings SET expires_at = now()
      WHERE reference = 'Before' AND expires_at BETWEEN '2030-12-31' AND '2031-01-02'
        AND customer_id = (SELECT customer_id FROM ledger_postings WHERE reference = 'One has expired');
     ALTER TABLE ledger_postings ENABLE TRIGGER USER`,
  );
  await runUndo([(id) => credits.confirm(id)]);
  expect(await itemsOf(undo.jobId)).toMatchObject([
    {
      state: "done",
      message: "The store confirmed it. $5.00 would have expired since and isn't returned.",
    },
  ]);
  expect(await outcome()).toEqual({ outcome: "undone" });
});

test("a failed row that two requests post again at the same time is posted once", async () => {
  await customer(credits, "nia@import.example");
  const run = await checked(credits, [["nia@import.example", "9", "", "Race"]]);
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  const [refused] = await credits.postingsOf("Race");
  await credits.fail(refused?.id ?? null, "The customer's limit of store credit is reached.");
  await credits.work(jobId);
  await credits.calls.jobs.retry({ id: jobId });
  const [{ withShop }, { postAgain }, { importedCredits }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/imports/import.server"),
    import("~/domain/ledger/imports/import.server"),
  ]);
  const [row] = await credits.query(
    `SELECT shop, run_id AS "runId", number, written FROM import_rows WHERE run_id = $1`,
    [run.id],
  );
  const contextOf = (operationId: string) =>
    ({ shop: DEMO, administrator: BOOKKEEPER, jobId, operationId }) as never;
  const { first, second } = await withShop(DEMO, async (tx) => {
    const first = await postAgain(tx, row as never, contextOf("first"));
    const second = importedCredits.write(row as never, contextOf("second"));
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
  for (const email of emails) await customer(credits, email);
  const run = await checked(
    credits,
    emails.map((email) => [email, "9", "", "Limit"]),
  );
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  const postings = () => credits.postingsOf("Limit");
  const [refused, done] = await postings();
  await credits.fail(refused?.id ?? null, "The customer's limit of store credit is reached.");
  await credits.confirm(done?.id ?? null);
  await credits.work(jobId);
  // A rerun without a retry, as after a crash, posts nothing.
  await forgetOutcomes(jobId);
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
  const { importedCredits } = await import("~/domain/ledger/imports/import.server");
  const [row] = await credits.query(
    `SELECT shop, run_id AS "runId", number, written, outcome FROM import_rows WHERE run_id = $1 AND number = 2`,
    [run.id],
  );
  const context = { shop: DEMO, administrator: { id: "3" }, jobId, operationId: "the row's own" };
  expect(await importedCredits.write(row as never, context as never)).toEqual({
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
  await customer(credits, "jon@import.example");
  const run = await checked(credits, [["jon@import.example", "9", "", "Not to be stopped"]]);
  const { jobId } = await credits.calls.imports.start({ id: run.id });
  for (const call of [credits.calls.jobs.cancel, credits.calls.jobs.pause])
    expect(await refusalOf(call({ id: jobId }))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^All rows were queued together/),
    });
  expect(await credits.calls.jobs.detail({ id: jobId })).toMatchObject({ canStop: false, state: "queued" });
  // The starter lost the flag: the job ends before its rows, which continue.
  await grantAccess("3", []);
  await credits.work(jobId);
  const [posting] = await credits.postingsOf("Not to be stopped");
  await credits.confirm(posting?.id ?? null);
  const { runs } = await credits.owner.imports.list({ kind: "credits" });
  expect(runs.find(({ id }) => id === run.id)).toMatchObject({ state: "failed", failed: 1, canUndo: true });
  await grantAccess("3", ["showCredits"]);
});
