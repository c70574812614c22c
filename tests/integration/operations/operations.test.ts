import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { OperationKind, OperationTable } from "~/core/operations/operation-kind.server";
import { DEMO, openTwoShops, SECOND, type TwoShops } from "../console/two-shops.ts";

const common = {
  shop: text("shop").notNull(),
  subject: text("subject").notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
  leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
};
const deletedTable = pgTable("deleted_operations", { ...common, attempt: uuid("attempt").notNull() });
const keptTable = pgTable("kept_operations", {
  ...common,
  id: text("id").notNull(),
  attempt: integer("attempt").notNull(),
  state: text("state").$type<"started" | "done" | "failed">().notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

const CREATE_TABLES = `
  CREATE TABLE deleted_operations (
    shop text, subject text, started_at timestamptz, lease_until timestamptz, attempt uuid, PRIMARY KEY (shop, subject));
  CREATE TABLE kept_operations (
    shop text, id text, subject text, started_at timestamptz, lease_until timestamptz, attempt integer, state text,
    finished_at timestamptz, PRIMARY KEY (shop, id));
  CREATE UNIQUE INDEX ON kept_operations (shop, subject) WHERE state = 'started';
  GRANT ALL ON deleted_operations, kept_operations TO backroom_app;`;

class NothingDone extends Error {}
const onDrop = vi.fn(async () => undefined);
const shared = {
  noun: "test",
  finishTask: "tests.finish-open-tests",
  busyMessage: "Another test is running.",
  lostMessage: "This test took too long.",
  isUndone: (error: unknown) => error instanceof NothingDone,
  onDrop,
};
const deletedKind: OperationKind<typeof deletedTable> = { ...shared, table: deletedTable, key: ["subject"] };
const keptKind: OperationKind<typeof keptTable> = { ...shared, table: keptTable, key: ["id"] };

let shops: TwoShops;
let engine: typeof import("~/core/operations/operations.server") &
  typeof import("~/core/operations/run-operation.server") &
  typeof import("~/core/operations/finish-open-operations.server");
let withShop: typeof import("~/platform/db/with-shop.server")["withShop"];

beforeAll(async () => {
  shops = await openTwoShops("operations");
  const [operations, run, finish, db, { database }] = await Promise.all([
    import("~/core/operations/operations.server"),
    import("~/core/operations/run-operation.server"),
    import("~/core/operations/finish-open-operations.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/db/pool.server"),
  ]);
  engine = { ...operations, ...run, ...finish };
  withShop = db.withShop;
  await database().query(CREATE_TABLES);
});
afterAll(() => shops.close());
beforeEach(() => onDrop.mockClear());

const NOW = new Date("2026-03-01T12:00:00Z");
const clock = { now: () => NOW };
let count = 0;

/** What both kinds of tables have in common, for the tests that hold for both. */
interface Harness {
  kind: OperationKind<OperationTable>;
  values(subject: string): { shop: string; subject: string; startedAt: Date };
  /** What the table shows of an ended operation. */
  ended(state: "done" | "failed"): object[];
}

const HARNESSES: Record<string, Harness> = {
  "rows deleted at the end": {
    kind: deletedKind as unknown as Harness["kind"],
    values: (subject) => ({ shop: DEMO, subject, startedAt: NOW }),
    ended: () => [],
  },
  "rows kept with a state": {
    kind: keptKind as unknown as Harness["kind"],
    values: (subject) => {
      count += 1;
      return { shop: DEMO, id: `operation-${count}`, subject, startedAt: NOW };
    },
    ended: (state) => [{ state, finished_at: NOW }],
  },
};

describe.each(Object.entries(HARNESSES))("operations: %s", (name, { kind, values, ended }) => {
  const table = name.startsWith("rows deleted") ? "deleted_operations" : "kept_operations";
  const subjectOf = (what: string) => `${what} in ${table}`;
  const open = (subject: string) => withShop(DEMO, (tx) => engine.openOperation(tx, kind, values(subject)));
  const claim = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.claimOperation(tx, kind, row));
  const complete = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.completeOperation(tx, kind, row, NOW));
  const drop = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.dropOperation(tx, kind, row, NOW));
  const rowsOn = (subject: string) => shops.query(`SELECT * FROM ${table} WHERE subject = $1`, [subject]);
  const expireLease = (subject: string) =>
    shops.query(`UPDATE ${table} SET lease_until = now() - interval '1 second' WHERE subject = $1`, [
      subject,
    ]);
  const secondsLeft = async (subject: string) => {
    const [row] = await shops.query<{ left: number }>(
      `SELECT extract(epoch FROM lease_until - clock_timestamp())::float8 AS left FROM ${table} WHERE subject = $1`,
      [subject],
    );
    return row?.left ?? Number.NaN;
  };

  test("of several concurrent attempts, one opens the operation", async () => {
    const subject = subjectOf("open race");
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => open(subject)));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === "rejected")
        expect(attempt.reason).toMatchObject({ status: 409, message: "Another test is running." });
    expect(await secondsLeft(subject)).toBeGreaterThan(50);
  });

  test("of several that claim an abandoned operation, one gets it, and none before the lease expires", async () => {
    const subject = subjectOf("claim race");
    const row = await open(subject);
    expect(await claim(row)).toBeUndefined();
    await expireLease(subject);
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(row)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await secondsLeft(subject)).toBeGreaterThan(50);
  });

  test("the first attempt can't finish an operation that was claimed", async () => {
    const subject = subjectOf("claimed");
    const row = await open(subject);
    await expireLease(subject);
    const claimed = await claim(row);
    if (!claimed) throw new Error("The operation could not be claimed.");

    await expect(complete(row)).rejects.toBeInstanceOf(engine.LostLease);
    await drop(row);
    expect(onDrop).not.toHaveBeenCalled();
    expect(await engine.renewOperation(kind, row)).toBe(false);
    expect(await engine.isHeld(kind, row)).toBe(false);
    expect(await engine.isHeld(kind, claimed)).toBe(true);
    await complete(claimed);
    expect(await rowsOn(subject)).toMatchObject(ended("done"));
    await expect(complete(claimed)).rejects.toMatchObject({
      status: 409,
      message: "This test took too long.",
    });
  });

  test("a released operation is abandoned at that moment, a renewed one isn't", async () => {
    const subject = subjectOf("released");
    const row = await open(subject);
    await withShop(DEMO, (tx) => engine.releaseOperation(tx, kind, row));
    expect(await engine.renewOperation(kind, row)).toBe(true);
    expect(await claim(row)).toBeUndefined();
    await withShop(DEMO, (tx) => engine.releaseOperation(tx, kind, row));
    const { subject: column } = kind.table as typeof kind.table & { subject: typeof deletedTable.subject };
    const { eq } = await import("drizzle-orm");
    const find = (shop: string) =>
      withShop(shop, (tx) => engine.findAbandoned(tx, kind, shop, eq(column, subject)));
    expect(await find(DEMO)).toMatchObject([{ subject }]);
    expect(await find(SECOND)).toEqual([]);
    expect(await claim(row)).toBeDefined();
  });

  test("work that loses its lease sends nothing further and completes nothing", async () => {
    const subject = subjectOf("lost halfway");
    const row = await open(subject);
    let changes = 0;
    const working = engine.runOperation(kind, row, clock, async (lease) => {
      await lease.assertHeld();
      changes += 1;
      await expireLease(subject);
      await claim(row);
      await lease.assertHeld();
      changes += 1;
    });
    await expect(working).rejects.toBeInstanceOf(engine.LostLease);
    expect(changes).toBe(1);
    // The other attempt's lease was left alone.
    expect(await secondsLeft(subject)).toBeGreaterThan(50);
    expect(onDrop).not.toHaveBeenCalled();
  });

  test("work of any length keeps its lease", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const subject = subjectOf("renewed");
    const row = await open(subject);
    await engine.runOperation(kind, row, clock, async (lease) => {
      await expireLease(subject);
      vi.advanceTimersByTime(10_000);
      await expect.poll(() => secondsLeft(subject)).toBeGreaterThan(50);
      await lease.assertHeld();
      await complete(row);
    });
    expect(await rowsOn(subject)).toMatchObject(ended("done"));
  });

  test("an error that proves that nothing was done releases the subject", async () => {
    const subject = subjectOf("undone");
    const row = await open(subject);
    const working = engine.runOperation(kind, row, clock, () => Promise.reject(new NothingDone()));
    await expect(working).rejects.toBeInstanceOf(NothingDone);
    expect(await rowsOn(subject)).toMatchObject(ended("failed"));
    expect(onDrop).toHaveBeenCalledTimes(1);
    await open(subject);
  });

  test("after another error the operation stays open and its task is requested", async () => {
    const subject = subjectOf("unknown");
    const row = await open(subject);
    const working = engine.runOperation(kind, row, clock, () => Promise.reject(new Error("No answer")));
    await expect(working).rejects.toThrow("No answer");
    expect(await rowsOn(subject)).toHaveLength(1);
    await expect(open(subject)).rejects.toMatchObject({ status: 409 });
    const { database } = await import("~/platform/db/pool.server");
    const { rows } = await database().query(
      "SELECT 1 FROM pgboss.job WHERE data->>'task' = 'tests.finish-open-tests'",
    );
    expect(rows).toHaveLength(1);
    expect(await claim(row)).toBeDefined();
  });

  test("of a kind that keeps its leases, no process takes an operation over after another error", async () => {
    const subject = subjectOf("kept lease");
    const row = await open(subject);
    const keeping = { ...kind, keepsLease: true };
    const working = engine.runOperation(keeping, row, clock, () => Promise.reject(new Error("No answer")));
    await expect(working).rejects.toThrow("No answer");
    expect(await secondsLeft(subject)).toBeGreaterThan(50);
    await expireLease(subject);
    expect(await claim(row)).toBeDefined();
  });

  test("the task finishes abandoned operations once, and one failure doesn't block the others", async () => {
    const subjects = ["stuck", "dead", "alive"].map(subjectOf) as [string, string, string];
    for (const subject of subjects) await open(subject);
    await expireLease(subjects[0]);
    await expireLease(subjects[1]);
    const settled: string[] = [];
    const task = engine.finishOpenOperations(kind, (abandoned) =>
      engine.finishOperation(kind, abandoned, async (row, lease) => {
        await lease.assertHeld();
        const { subject } = row as unknown as { subject: string };
        if (!subjects.includes(subject)) return;
        if (subject === subjects[0]) throw new Error("The outside world doesn't answer.");
        settled.push(subject);
        await complete(row);
      }),
    );
    const run = () => task.run(DEMO, new AbortController().signal);
    await Promise.all([run(), run()]);

    expect(settled).toEqual([subjects[1]]);
    expect(await rowsOn(subjects[1])).toMatchObject(ended("done"));
    // Released, so that the next run claims it again.
    expect(await secondsLeft(subjects[0])).toBeLessThan(0);
    expect(await secondsLeft(subjects[2])).toBeGreaterThan(50);
  });
});

test("an operation that is left to the task is abandoned from the start", async () => {
  const values = { shop: DEMO, subject: "left to the task", startedAt: NOW };
  const row = await withShop(DEMO, (tx) =>
    engine.openOperation(tx, deletedKind, values, { isClaimed: false }),
  );
  expect(await withShop(DEMO, (tx) => engine.claimOperation(tx, deletedKind, row))).toBeDefined();
});

describe("an operation that is opened again", () => {
  const values = (id: string, subject: string) => ({ shop: DEMO, id, subject, startedAt: NOW });
  const open = (id: string, subject: string) =>
    withShop(DEMO, (tx) => engine.openOperation(tx, keptKind, values(id, subject)));
  const reopen = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.reopenOperation(tx, keptKind, row, { startedAt: NOW }));
  const drop = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.dropOperation(tx, keptKind, row, NOW));
  const complete = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.completeOperation(tx, keptKind, row, NOW));

  test("belongs to the new attempt alone", async () => {
    const first = await open("again-1", "again");
    const second = await reopen(first);
    await expect(complete(first)).rejects.toBeInstanceOf(engine.LostLease);
    await expect(reopen(first)).rejects.toMatchObject({ status: 409 });
    await drop(second);
    const third = await reopen(second);
    expect(third).toMatchObject({ state: "started", finishedAt: null, attempt: 3 });
    await complete(third);
    await expect(reopen(third)).rejects.toMatchObject({ status: 409 });
  });

  test("is refused while another one on the subject is open", async () => {
    const failed = await open("taken-1", "taken");
    await drop(failed);
    await open("taken-2", "taken");
    await expect(reopen(failed)).rejects.toMatchObject({ status: 409, message: "Another test is running." });
  });
});
