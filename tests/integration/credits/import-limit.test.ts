import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveLimit } from "../../support/safeguards.ts";
import { type Credits, checked, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("import_limit", 0);
});
afterAll(() => credits.close());

const setLimit = (amount: string | null) => saveLimit(credits.owner.credits.saveApprovalLimit({ amount }));

const itemsOf = async (id: string, by = credits.calls) => (await by.jobs.items({ id })).rows;

/** Starts an import of 60 dollars for each of two new customers without a limit, then sets one of 100 dollars. */
async function importTwo(reference: string) {
  await setLimit(null);
  const { imports } = credits.calls;
  const emails = ["a", "b"].map((name) => `${name}.${reference.toLowerCase()}@limit.example`);
  for (const email of emails)
    await credits.calls.credits.addCustomer({ headers: {}, body: { email, amount: "0", reference: "New" } });
  const { run } = await imports.open({
    kind: "credits",
    fileName: `${reference}.csv`,
    sha256: createHash("sha256").update(reference).digest("hex"),
    columns: ["Email", "Credit", "Reference"],
    rowCount: 2,
  });
  await imports.decide({ id: run.id, mapping: ["email", "credit", "reference"], blanks: "keep" });
  const rows = emails.map((email, index) => ({ number: index + 2, cells: [email, "60", reference] }));
  await imports.send({ id: run.id, rows });
  await imports.finish({ id: run.id });
  const { jobId } = await imports.start({ id: run.id });
  await setLimit("100");
  const [first = "", second = ""] = (await credits.postingsOf(reference)).map(({ id }) => id);
  return { id: run.id, jobId, first, second };
}

test("an undo above the limit is refused as a whole, unless a second administrator starts it", async () => {
  const { id, jobId, first, second } = await importTwo("Undone");
  for (const posting of [first, second]) await credits.confirm(posting);
  await credits.work(jobId);
  const refusal = await refusalOf(credits.calls.imports.undo({ id }));
  expect(refusal).toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^Undoing this import moves \$120\.00\. With what was already .* exceeds the \$100\.00 that/,
    ),
  });
  const reversals = () => credits.reversalsOf(first, second);
  expect(await reversals()).toEqual([]);
  const undo = await credits.owner.imports.undo({ id });
  const working = credits.work(undo.jobId);
  await expect.poll(async () => (await reversals()).length).toBe(2);
  for (const reversal of await reversals()) await credits.confirm(reversal.id);
  await working;
  expect((await itemsOf(undo.jobId, credits.owner)).map(({ state }) => state)).toEqual(["done", "done"]);
});

test("an undo counts a row again whose reversal Shopify refused", async () => {
  const { id, jobId, first, second } = await importTwo("Refused");
  for (const posting of [first, second]) await credits.confirm(posting);
  await credits.work(jobId);
  await setLimit("10000");
  const { list } = await credits.owner.credits.reverse({
    params: { id: first },
    headers: {},
    body: { reason: "A mistake" },
  });
  await credits.fail(list[0]?.postingId ?? null, "Shopify refused it.");
  await setLimit("100");
  expect(await refusalOf(credits.calls.imports.undo({ id }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Undoing this import moves \$120\.00\. /),
  });
});

test("an undo skips a row that exceeds a limit lowered since, and can be retried", async () => {
  const { id, jobId, first, second } = await importTwo("Late");
  for (const posting of [first, second]) await credits.confirm(posting);
  await credits.work(jobId);
  await setLimit("10000");
  const undo = await credits.calls.imports.undo({ id });
  await setLimit("100");
  await credits.work(undo.jobId);
  const refusal = {
    state: "failed",
    message: expect.stringMatching(
      /^With this \$60\.00, .* exceed the \$100\.00 that .* It wasn't undone\. Reverse it under/,
    ),
  };
  expect(await itemsOf(undo.jobId)).toMatchObject([refusal, refusal]);
  const reversals = () => credits.reversalsOf(first, second);
  expect(await reversals()).toEqual([]);

  await setLimit("10000");
  await credits.calls.jobs.retry({ id: undo.jobId });
  const working = credits.work(undo.jobId);
  await expect.poll(async () => (await reversals()).length).toBe(2);
  for (const reversal of await reversals()) await credits.confirm(reversal.id);
  await working;
  expect((await itemsOf(undo.jobId)).map(({ state }) => state)).toEqual(["done", "done"]);
});

test("a retried row above the limit isn't posted again", async () => {
  const { jobId, first, second } = await importTwo("Retried");
  await credits.confirm(first);
  await credits.fail(second, "The limit of store credit is reached.");
  await credits.work(jobId);
  await credits.calls.jobs.retry({ id: jobId });
  await credits.work(jobId);
  const [, failed] = await itemsOf(jobId);
  expect(failed).toMatchObject({
    state: "failed",
    message: expect.stringMatching(
      /^With this \$60\.00, .* exceed the \$100\.00 that .* It wasn't posted again\. Issue it to/,
    ),
  });
  expect(await credits.postingsOf("Retried")).toHaveLength(2);

  await setLimit("1000");
  await credits.calls.jobs.retry({ id: jobId });
  const working = credits.work(jobId);
  await expect.poll(async () => (await credits.postingsOf("Retried")).length).toBe(3);
  await credits.confirm((await credits.postingsOf("Retried"))[2]?.id ?? "");
  await working;
  expect((await itemsOf(jobId)).map(({ state }) => state)).toEqual(["done", "done"]);
});

test("a checked file that its preparer can't start waits for someone else over a weekend, but not longer", async () => {
  await setLimit("100");
  const email = "over.weekend@limit.example";
  await credits.calls.credits.addCustomer({ headers: {}, body: { email, amount: "0", reference: "New" } });
  const { id } = await checked(credits, [[email, "500", "", "Weekend"]]);
  expect(await refusalOf(credits.calls.imports.start({ id }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("Someone who didn't prepare this file must review and start it."),
  });
  const { forgetOldDrafts, forgetWaitingFiles } = await import("~/core/imports/forget.server");
  const { app } = await import("~/app.server");
  const forget = async (days: number) => {
    await credits.query(
      "UPDATE import_runs SET created_at = now() - make_interval(days => $2) WHERE id = $1",
      [id, days],
    );
    for (const { run } of [forgetOldDrafts(app.declarations), forgetWaitingFiles(app.declarations)])
      await run(DEMO, new AbortController().signal);
  };
  await forget(3);
  expect(await credits.owner.imports.detail({ id })).toMatchObject({ state: "ready" });
  await forget(8);
  expect(await refusalOf(credits.owner.imports.detail({ id }))).toMatchObject({ status: 404 });
});
