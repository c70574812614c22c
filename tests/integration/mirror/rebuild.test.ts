import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteCustomer } from "../../../local-store/data/customers.ts";
import { addPendingStudents, setFaults } from "../../guarantees/support/approvals.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { refresh } from "../../guarantees/support/webhooks.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { deleteJobs, jobOf, jobRows } from "../../support/jobs.ts";
import { registerStudent } from "../../support/people.ts";
import { hearMessages } from "../../support/postgres.ts";
import { stopAfterFirstWrite } from "../../support/stop-after-first-write.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";

const STUDENTS = 4_500;
let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("rebuild");
  await signIn([shop.token("1")]);
  await addPendingStudents(shop.localStore, DEMO, STUDENTS, "Mirrored");
});
beforeEach(async () => {
  setFaults(shop.localStore, DEMO);
  await deleteJobs();
  await query("DELETE FROM customers; DELETE FROM stale_customers; DELETE FROM mirrors");
});
afterAll(() => shop.close());

async function startRebuild(): Promise<string> {
  const [{ customersMirror }, { withShop }, { BACKROOM }] = await Promise.all([
    import("~/domain/customers/mirror.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/auth/permission"),
  ]);
  const id = await withShop(DEMO, (tx) => customersMirror.startRebuild(tx, DEMO, BACKROOM));
  if (!id) throw new Error("A rebuild is under way already.");
  return id;
}

async function run(jobId: string, signal = new AbortController().signal): Promise<void> {
  const [{ runJob }, { customersMirror }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/customers/mirror.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[customersMirror.rebuildJob.name, customersMirror.rebuildJob]]), signal);
}

async function query<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}

const mirrored = async () => Number((await query("SELECT count(*)::int AS count FROM customers"))[0]?.count);
const bulkRuns = () => shop.localStore.store.counters.of(DEMO).requests.BulkRunQuery ?? 0;

test("one bulk operation reads thousands of customers, and open lists are read again", async () => {
  const heard = await hearMessages();
  const id = await startRebuild();
  await run(id);
  await expect.poll(() => heard).toContainEqual(expect.stringMatching(/"students"/));
  expect(await jobOf(id)).toMatchObject({ state: "completed" });
  expect(await mirrored()).toBe(STUDENTS);
  expect(bulkRuns()).toBe(1);
  expect(await query("SELECT rows, rebuild_started_at, bulk_operation_id FROM mirrors")).toEqual([
    { rows: STUDENTS, rebuild_started_at: null, bulk_operation_id: null },
  ]);
  expect(
    await query(
      "SELECT display_name, email, tags, student_status, created_at FROM customers WHERE last_name = 'No 17'",
    ),
  ).toEqual([
    {
      display_name: "Mirrored No 17",
      email: "mirrored.17@students.example",
      tags: ["Pending", "UserType:Student"],
      student_status: "pending",
      created_at: new Date(Date.UTC(2026, 5, 1) + 17_000),
    },
  ]);
  expect(await query("SELECT status, count::int FROM registration_counts WHERE count <> 0")).toEqual([
    { status: "pending", count: STUDENTS },
  ]);
});

test("a second rebuild isn't started while one is queued or running", async () => {
  await startRebuild();
  await expect(startRebuild()).rejects.toThrow("under way");
});

test("a rebuild whose process stops midway continues with the same bulk operation", async () => {
  const { customersMirror: mirror } = await import("~/domain/customers/mirror.server");
  expect((await mirror.readFreshness(DEMO)).rebuilding).toBe(false);
  const id = await startRebuild();
  const stop = await stopAfterFirstWrite("customers");
  await expect(run(id, stop.signal)).rejects.toThrow("The process is stopping.");
  await stop.end();
  expect(await mirrored()).toBeLessThan(STUDENTS);
  expect((await mirror.readFreshness(DEMO)).rebuilding).toBe(true);

  await run(id);
  expect(await jobOf(id)).toMatchObject({ state: "completed" });
  expect(await mirrored()).toBe(STUDENTS);
  expect(bulkRuns()).toBe(1);
});

test("after a crash at the end of a rebuild, the next rebuild isn't blocked and starts a new operation", async () => {
  const stopped = await startRebuild();
  await run(stopped);
  // The state when the job ended. Nothing ran after that.
  await query("UPDATE mirrors SET rebuild_started_at = now(), bulk_operation_id = $1, rebuilt_at = NULL", [
    "gid://shopify/BulkOperation/999999",
  ]);
  for (const state of ["queued", "failed"])
    await query(`UPDATE jobs SET state = '${state}' WHERE id = $1`, [stopped]);
  const { readFreshness } = (await import("~/domain/customers/mirror.server")).customersMirror;
  expect(await readFreshness(DEMO)).toMatchObject({ rebuilding: false });
  const next = await startRebuild();
  expect(await readFreshness(DEMO)).toMatchObject({ rebuilding: true });
  await run(next);
  expect(await jobRows(next)).toMatchObject([{ state: "done" }]);
  expect(await readFreshness(DEMO)).toMatchObject({ rebuilding: false, rows: STUDENTS });
  expect(bulkRuns()).toBe(2);
});

test("rows newer than the listing aren't overwritten", async () => {
  const [{ id } = { id: 0 }] = (
    await shop.localStore.store.pool.query<{ id: number }>(
      "SELECT id FROM customers WHERE last_name = 'No 3'",
    )
  ).rows;
  await query(
    `INSERT INTO customers (shop, id, display_name, tags, created_at, updated_at, student_status)
     VALUES ($1, $2, 'Newer than the listing', '{Approved,UserType:Student}', now(), now() + interval '1 hour', 'approved')`,
    [DEMO, id],
  );
  await run(await startRebuild());
  expect(await query("SELECT display_name, student_status FROM customers WHERE id = $1", [id])).toEqual([
    { display_name: "Newer than the listing", student_status: "approved" },
  ]);
});

test("customers deleted from the store leave the mirror, and customers not listed yet stay", async () => {
  const gone = await registerStudent(shop.localStore, { name: "Gone Later" });
  await run(await startRebuild());
  expect(await mirrored()).toBe(STUDENTS + 1);
  // Their webhook is lost.
  await deleteCustomer(shop.localStore.store, DEMO, gone);
  await run(await startRebuild());
  const late = await registerStudent(shop.localStore, { name: "Late Comer" });
  await query(
    "INSERT INTO customers (shop, id, display_name, created_at, updated_at) VALUES ($1, $2, 'Late Comer', now(), now())",
    [DEMO, late],
  );
  await refresh(DEMO);
  expect(await query("SELECT 1 FROM customers WHERE id = $1", [gone])).toEqual([]);
  expect(await query("SELECT 1 FROM customers WHERE id = $1", [late])).toHaveLength(1);
  await deleteCustomer(shop.localStore.store, DEMO, late);
});

test("a customer who is erased while a rebuild runs isn't added again", async () => {
  const erased = await registerStudent(shop.localStore, { name: "Erased Customer" });
  const id = await startRebuild();
  const stop = await stopAfterFirstWrite("customers");
  await expect(run(id, stop.signal)).rejects.toThrow("The process is stopping.");
  await stop.end();
  await redactCustomer(DEMO, { id: erased });
  await run(id);
  expect(await mirrored()).toBe(STUDENTS);
  expect(await query("SELECT 1 FROM customers WHERE id = $1", [erased])).toEqual([]);
  await deleteCustomer(shop.localStore.store, DEMO, erased);
});

test("a canceled rebuild also cancels the bulk operation, reports it, and the next rebuild starts over", async () => {
  const id = await startRebuild();
  // Cancelled while the store is at it.
  await query(`CREATE FUNCTION cancel_rebuild() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN UPDATE jobs SET cancel_requested_at = now(); RETURN NEW; END $$`);
  await query(`CREATE TRIGGER cancelling AFTER UPDATE OF bulk_operation_id ON mirrors FOR EACH ROW
    WHEN (NEW.bulk_operation_id IS NOT NULL) EXECUTE FUNCTION cancel_rebuild()`);
  await run(id);
  await query("DROP TRIGGER cancelling ON mirrors");
  expect(await jobOf(id)).toMatchObject({ state: "cancelled" });
  expect(shop.localStore.store.counters.of(DEMO).requests.BulkOperationCancel).toBe(1);
  const { readFreshness } = (await import("~/domain/customers/mirror.server")).customersMirror;
  expect(await readFreshness(DEMO)).toMatchObject({ rebuilding: false, rebuiltAt: null });

  await run(await startRebuild());
  expect(await mirrored()).toBe(STUDENTS);
  expect(bulkRuns()).toBe(2);
});

test("a failed rebuild ends, and the next one doesn't reuse its result", async () => {
  const id = await startRebuild();
  await query("ALTER TABLE customers ADD CONSTRAINT full_disk CHECK (shop = '') NOT VALID");
  await run(id);
  await query("ALTER TABLE customers DROP CONSTRAINT full_disk");
  expect(await jobRows(id)).toMatchObject([
    { state: "failed", message: "Something went wrong on our side. Retry this row." },
  ]);
  const { readFreshness } = (await import("~/domain/customers/mirror.server")).customersMirror;
  expect(await readFreshness(DEMO)).toMatchObject({ rebuilding: false, rebuiltAt: null });
  await run(await startRebuild());
  expect(await mirrored()).toBe(STUDENTS);
  expect(bulkRuns()).toBe(2);
});

test("a rebuild that Shopify doesn't start says why", async () => {
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "BulkRunQuery", { denied: 1 });
  const id = await startRebuild();
  await run(id);
  faults.reset(DEMO);
  expect(await jobOf(id)).toMatchObject({
    state: "completed",
    message: expect.stringMatching(/^Shopify denies access: /),
  });
});

test("a truncated result file is reported, and no customer counts as deleted", async () => {
  await run(await startRebuild());
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init);
    if (!response.headers.get("content-type")?.includes("jsonl") && !String(input).includes(".jsonl"))
      return response;
    const whole = new Uint8Array(await response.arrayBuffer());
    let sent = false;
    const half = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent) return controller.error(new TypeError("terminated"));
        sent = true;
        controller.enqueue(whole.slice(0, whole.length / 2));
      },
    });
    return new Response(half, { status: 200 });
  };
  try {
    const id = await startRebuild();
    await run(id);
    expect(await jobRows(id)).toMatchObject([
      { state: "failed", message: "Shopify's result file was cut off. Run this again." },
    ]);
  } finally {
    globalThis.fetch = realFetch;
  }
  expect(await query("SELECT 1 FROM stale_customers")).toEqual([]);
  expect(await mirrored()).toBe(STUDENTS);
});

test("occasional API errors only slow it down", async () => {
  setFaults(shop.localStore, DEMO, { throttled: 0.1, tooManyRequests: 0.1, serverError: 0.1 }, 7);
  const id = await startRebuild();
  await run(id);
  expect(await jobOf(id)).toMatchObject({ state: "completed" });
  expect(await mirrored()).toBe(STUDENTS);
});

test("customers are recorded as stale while others of them have just been read", async () => {
  const lower = await registerStudent(shop.localStore, { name: "Lou Lower" });
  const higher = await registerStudent(shop.localStore, { name: "Hal Higher" });
  const [{ customersMirror }, { withShop }, { inTransaction }] = await Promise.all([
    import("~/domain/customers/mirror.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/db/transaction.server"),
  ]);
  const markStale = (...ids: number[]) => withShop(DEMO, (tx) => customersMirror.markStale(tx, DEMO, ids));
  await markStale(higher);
  await markStale(lower);
  const { both } = await inTransaction("BEGIN", async (client) => {
    // As a webhook about this customer does.
    await client.query("SELECT 1 FROM stale_customers WHERE customer_id = $1 FOR UPDATE", [higher]);
    const refreshing = customersMirror.refreshTask.run(DEMO, new AbortController().signal);
    await expect.poll(countWaitingSessions).toBe(1);
    const both = Promise.allSettled([refreshing, markStale(lower, higher)]);
    await expect.poll(countWaitingSessions).toBe(2);
    return { both };
  });
  expect(await both).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
});
