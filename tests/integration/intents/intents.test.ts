import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { IntentDefinition, IntentTable } from "~/core/intents/intent-definition.server";
import { queuedTasks } from "../../support/queue.ts";
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
const deletedRows: IntentDefinition<typeof deletedTable> = {
  ...shared,
  table: deletedTable,
  key: ["subject"],
};
const keptRows: IntentDefinition<typeof keptTable> = { ...shared, table: keptTable, key: ["id"] };

let shops: TwoShops;
let engine: typeof import("~/core/intents/intents.server") &
  typeof import("~/core/intents/run-intent.server") &
  typeof import("~/core/intents/run-intent.server");
let withShop: typeof import("~/platform/db/with-shop.server")["withShop"];

beforeAll(async () => {
  shops = await openTwoShops("intents");
  const [intents, run, finish, db, { database }] = await Promise.all([
    import("~/core/intents/intents.server"),
    import("~/core/intents/run-intent.server"),
    import("~/core/intents/run-intent.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/db/pool.server"),
  ]);
  engine = { ...intents, ...run, ...finish };
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
  definition: IntentDefinition<IntentTable>;
  values(subject: string): { shop: string; subject: string; startedAt: Date };
  /** What the table shows of an ended intent. */
  ended(state: "done" | "failed"): object[];
}

const HARNESSES: Record<string, Harness> = {
  "rows deleted at the end": {
    definition: deletedRows as unknown as Harness["definition"],
    values: (subject) => ({ shop: DEMO, subject, startedAt: NOW }),
    ended: () => [],
  },
  "rows kept with a state": {
    definition: keptRows as unknown as Harness["definition"],
    values: (subject) => {
      count += 1;
      return { shop: DEMO, id: `intent-${count}`, subject, startedAt: NOW };
    },
    ended: (state) => [{ state, finished_at: NOW }],
  },
};

describe.each(Object.entries(HARNESSES))("intents: %s", (name, { definition, values, ended }) => {
  const table = name.startsWith("rows deleted") ? "deleted_operations" : "kept_operations";
  const subjectOf = (what: string) => `${what} in ${table}`;
  const open = (subject: string) =>
    withShop(DEMO, (tx) => engine.openIntent(tx, definition, values(subject)));
  const claim = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.claimIntent(tx, definition, row));
  const complete = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.completeIntent(tx, definition, row, NOW));
  const drop = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.dropIntent(tx, definition, row, NOW));
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

  test("of several concurrent attempts, one opens the intent", async () => {
    const subject = subjectOf("open race");
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => open(subject)));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === "rejected")
        expect(attempt.reason).toMatchObject({ status: 409, message: "Another test is running." });
    expect(await secondsLeft(subject)).toBeGreaterThan(50);
  });

  test("of several that claim an abandoned intent, one gets it, and none before the lease expires", async () => {
    const subject = subjectOf("claim race");
    const row = await open(subject);
    expect(await claim(row)).toBeUndefined();
    await expireLease(subject);
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(row)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await secondsLeft(subject)).toBeGreaterThan(50);
  });

  test("the first attempt can't finish an intent that was claimed", async () => {
    const subject = subjectOf("claimed");
    const row = await open(subject);
    await expireLease(subject);
    const claimed = await claim(row);
    if (!claimed) throw new Error("The intent could not be claimed.");

    await expect(complete(row)).rejects.toBeInstanceOf(engine.LostLease);
    await drop(row);
    expect(onDrop).not.toHaveBeenCalled();
    expect(await engine.renewIntent(definition, row)).toBe(false);
    expect(await engine.isHeld(definition, row)).toBe(false);
    expect(await engine.isHeld(definition, claimed)).toBe(true);
    await complete(claimed);
    expect(await rowsOn(subject)).toMatchObject(ended("done"));
    await expect(complete(claimed)).rejects.toMatchObject({
      status: 409,
      message: "This test took too long.",
    });
  });

  test("a released intent is abandoned at that moment, a renewed one isn't", async () => {
    const subject = subjectOf("released");
    const row = await open(subject);
    await withShop(DEMO, (tx) => engine.releaseIntent(tx, definition, row));
    expect(await engine.renewIntent(definition, row)).toBe(true);
    expect(await claim(row)).toBeUndefined();
    await withShop(DEMO, (tx) => engine.releaseIntent(tx, definition, row));
    const { subject: column } = definition.table as typeof definition.table & {
      subject: typeof deletedTable.subject;
    };
    const { eq } = await import("drizzle-orm");
    const find = (shop: string) =>
      withShop(shop, (tx) => engine.findAbandoned(tx, definition, shop, eq(column, subject)));
    expect(await find(DEMO)).toMatchObject([{ subject }]);
    expect(await find(SECOND)).toEqual([]);
    expect(await claim(row)).toBeDefined();
  });

  test("work that loses its lease sends nothing further and completes nothing", async () => {
    const subject = subjectOf("lost halfway");
    const row = await open(subject);
    let changes = 0;
    const working = engine.runIntent(definition, row, clock, async (lease) => {
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
    await engine.runIntent(definition, row, clock, async (lease) => {
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
    const working = engine.runIntent(definition, row, clock, () => Promise.reject(new NothingDone()));
    await expect(working).rejects.toBeInstanceOf(NothingDone);
    expect(await rowsOn(subject)).toMatchObject(ended("failed"));
    expect(onDrop).toHaveBeenCalledTimes(1);
    await open(subject);
  });

  test("after another error the intent stays open and its task is requested", async () => {
    const subject = subjectOf("unknown");
    const row = await open(subject);
    const working = engine.runIntent(definition, row, clock, () => Promise.reject(new Error("No answer")));
    await expect(working).rejects.toThrow("No answer");
    expect(await rowsOn(subject)).toHaveLength(1);
    await expect(open(subject)).rejects.toMatchObject({ status: 409 });
    expect(await queuedTasks("tests.finish-open-tests")).toHaveLength(1);
    expect(await claim(row)).toBeDefined();
  });

  test("of a definition that keeps its leases, no process takes an intent over after another error", async () => {
    const subject = subjectOf("kept lease");
    const row = await open(subject);
    const keeping = { ...definition, keepsLease: true };
    const working = engine.runIntent(keeping, row, clock, () => Promise.reject(new Error("No answer")));
    await expect(working).rejects.toThrow("No answer");
    expect(await secondsLeft(subject)).toBeGreaterThan(50);
    await expireLease(subject);
    expect(await claim(row)).toBeDefined();
  });

  test("the task finishes abandoned intents once, and one failure doesn't block the others", async () => {
    const subjects = ["stuck", "dead", "alive"].map(subjectOf) as [string, string, string];
    for (const subject of subjects) await open(subject);
    await expireLease(subjects[0]);
    await expireLease(subjects[1]);
    const settled: string[] = [];
    const task = engine.finishOpenIntents(definition, (abandoned) =>
      engine.finishIntent(definition, abandoned, async (row, lease) => {
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

  test("the task ends while Shopify can't be asked", async () => {
    const { NotConnected } = await import("~/connectors/shopify/port");
    for (const subject of ["first", "second"].map(subjectOf)) {
      await open(subject);
      await expireLease(subject);
    }
    const finish = vi.fn().mockRejectedValue(new NotConnected());
    await engine.finishOpenIntents(definition, finish).run(DEMO, new AbortController().signal);
    expect(finish).toHaveBeenCalledOnce();
  });
});

test("an intent that is left to the task is abandoned from the start", async () => {
  const values = { shop: DEMO, subject: "left to the task", startedAt: NOW };
  const row = await withShop(DEMO, (tx) => engine.openIntent(tx, deletedRows, values, { isClaimed: false }));
  expect(await withShop(DEMO, (tx) => engine.claimIntent(tx, deletedRows, row))).toBeDefined();
});

describe("an intent that is opened again", () => {
  const values = (id: string, subject: string) => ({ shop: DEMO, id, subject, startedAt: NOW });
  const open = (id: string, subject: string) =>
    withShop(DEMO, (tx) => engine.openIntent(tx, keptRows, values(id, subject)));
  const reopen = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.reopenIntent(tx, keptRows, row, { startedAt: NOW }));
  const drop = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.dropIntent(tx, keptRows, row, NOW));
  const complete = (row: Awaited<ReturnType<typeof open>>) =>
    withShop(DEMO, (tx) => engine.completeIntent(tx, keptRows, row, NOW));

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
