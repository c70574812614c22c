import { afterAll, beforeAll, expect, test } from "vitest";
import { jobRows } from "../../support/jobs.ts";
import { type Credits, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits_export", 5);
  await credits.given(1, "12.50", "=1+1");
  await credits.given(2, "3.00", "Spring");
});
afterAll(() => credits.close());

/** The input of a started export. No page shows it. */
const inputOf = async (jobId: string) =>
  (await credits.query<{ input: object }>("SELECT input FROM job_items WHERE job_id = $1", [jobId]))[0]
    ?.input;

/** What a started export's file has in its rows. */
async function rowsOf(name: "credit-customers" | "credit-transactions", jobId: string) {
  const input = await inputOf(jobId);
  const [{ readAllRows }, { findShop }, { exportJob }, { app }] = await Promise.all([
    import("~/core/exports/read-rows.server"),
    import("~/platform/auth/shops.server"),
    import("~/core/exports/export-job.server"),
    import("../../support/app.ts"),
  ]);
  const shop = await findShop(DEMO);
  if (!shop || !input) throw new Error("There is no such export.");
  const { exports: reports } = app.declarations;
  const { report: stored, searchValue = "", ...request } = exportJob(reports).item.parse(input);
  expect(stored).toBe(name);
  const report = reports.get(name);
  if (!report) throw new Error("There is no such report.");
  const filter = report.filter.parse(request.filter);
  const rows: unknown[][] = [];
  const { signal } = new AbortController();
  for await (const batch of readAllRows(shop, report, { ...request, searchValue, filter }, signal))
    rows.push(...batch);
  return rows;
}

/** How many exports were started. */
const exportsStarted = async () =>
  (await credits.calls.jobs.list({})).rows.filter(({ title }) => title.startsWith("Export: ")).length;

test("customers are exported with the list's search, once per operation", async () => {
  const request = { search: "person1@", operationId: "export-customers" };
  const [{ jobId, msg }, again] = await Promise.all([
    credits.calls.credits.exportCustomers(request),
    credits.calls.credits.exportCustomers(request),
  ]);
  expect(again.jobId).toBe(jobId);
  expect(await exportsStarted()).toBe(1);
  const other = credits.calls.credits.exportCustomers({ ...request, search: "person2@" });
  expect((await refusalOf(other)).status).toBe(409);
  expect(msg).toMatch(/is being written/);
  expect(await rowsOf("credit-customers", jobId)).toEqual([
    ["Customer 1", "person1@x.example", 12.5, "", "1"],
  ]);
});

test("pending credits and debits are shown beside the balance", async () => {
  const move = { headers: {}, body: { ids: "2", amount: "5", reference: "Under way" } };
  const ids = (await credits.calls.credits.issueCredits(move)).list.map(({ postingId }) => postingId);
  const rows = async () =>
    rowsOf("credit-customers", (await credits.calls.credits.exportCustomers({ search: "person2@" })).jobId);
  expect(await rows()).toEqual([["Customer 2", "person2@x.example", 3, 5, "2"]]);
  await credits.fail(ids[0] ?? null, "Refused.");
  const taken = { ...move, body: { ...move.body, amount: "1" } };
  const [held] = (await credits.calls.credits.adjustBalances(taken)).list;
  expect(await rows()).toEqual([["Customer 2", "person2@x.example", 3, -1, "2"]]);
  await credits.fail(held?.postingId ?? null, "Refused.");
});

test("the ledger is exported with its filter, once per operation", async () => {
  const all = await credits.calls.credits.exportTransactions({});
  expect(await rowsOf("credit-transactions", all.jobId)).toHaveLength(4);
  const request = {
    creditAmount: "10,20",
    createdByName: "a",
    startDate: "01/01/2020",
    search: "person1",
    operationId: "export-transactions",
  };
  const some = await credits.calls.credits.exportTransactions(request);
  expect((await credits.calls.credits.exportTransactions(request)).jobId).toBe(some.jobId);
  const other = credits.calls.credits.exportTransactions({ ...request, creditAmount: "10,30" });
  expect((await refusalOf(other)).status).toBe(409);
  expect(await rowsOf("credit-transactions", some.jobId)).toMatchObject([
    [
      expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      "Customer 1",
      "person1@x.example",
      12.5,
      "",
      "",
      "",
      "",
      "=1+1",
      "",
      expect.any(String),
      "Confirmed",
    ],
  ]);
  expect((await refusalOf(credits.calls.credits.exportTransactions({ creditAmount: "x" }))).status).toBe(400);
});

test("postings of someone who was renamed are listed and exported under the present name", async () => {
  const insert = (name: string, at: string) =>
    credits.query(
      `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
       VALUES ($1, gen_random_uuid(), $3, 2, 'Order', -5, 'Renamed', 'renamed', $2, 'ann@x.example')`,
      [DEMO, name, at],
    );
  await insert("Ann Lee", "2026-01-01T00:00:00Z");
  await insert("Ann Roe", "2026-01-02T00:00:00Z");
  for (const [createdByName, count] of [
    ["roe", 2],
    ["lee", 0],
  ] as const) {
    expect((await credits.calls.credits.transactions({ createdByName })).total).toBe(count);
    const { jobId } = await credits.calls.credits.exportTransactions({ createdByName });
    expect(await rowsOf("credit-transactions", jobId)).toHaveLength(count);
  }
  await insert("Ann ΡΟΗΣ", "2026-01-03T00:00:00Z");
  expect((await credits.calls.credits.transactions({ createdByName: "ΡΟΗΣ" })).total).toBe(3);
});

test("erasing a person deletes a filter for them, and that export can't turn into one of the whole ledger", async () => {
  const { redactCustomer } = await import("../../support/erasure.ts");
  const { jobId } = await credits.calls.credits.exportTransactions({ customerEmail: "person4@x.example" });
  await redactCustomer(DEMO, { id: 4, email: "person4@x.example" });
  expect(JSON.stringify(await inputOf(jobId))).not.toContain("person4");
  await credits.work(jobId);
  expect(await jobRows(jobId)).toMatchObject([
    { message: "The search of this export was erased with a person's data. Export again." },
  ]);
});
