import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { freePort } from "../../../server/process/ports.ts";
import { missingProgram, startPooler } from "../../guarantees/support/deployed-programs.ts";
import { createAppDatabase, type TestDatabase } from "../../support/postgres.ts";
import { switchDatabase } from "../../support/test-shop.ts";

// `npm test` lists the line (server/setup/step.ts). A skipped test would fail it.
const missing = missingProgram("pgbouncer");
if (missing) process.stdout.write("Not run: the tests of a stock pgbouncer, which isn't installed.\n");

const describeWithPooler = missing ? () => {} : describe;

describeWithPooler("a stock pgbouncer", () => {
  let folder: string;
  let database: TestDatabase;
  const children: ChildProcess[] = [];
  const formerUrl = process.env.DATABASE_URL ?? "";
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-pooler-"));
    fs.chmodSync(folder, 0o755);
    database = await createAppDatabase("pooler");
  });
  afterAll(async () => {
    await switchDatabase(formerUrl);
    for (const child of children) child.kill("SIGTERM");
    await database.drop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const open = async (mode: "session" | "transaction") => {
    const port = await freePort();
    const { host } = new pg.Client({ connectionString: inject("postgresServer") });
    children.push(await startPooler(folder, port, `host=${host}`, mode));
    return `postgres://app@127.0.0.1:${port}/${/\/([^/?]+)\?/.exec(database.url)?.[1]}`;
  };

  test("works in session mode, and the time limits stay in force", async () => {
    const url = await open("session");
    const { migrate } = await import("~/platform/db/migrate.server");
    await migrate(url);
    await switchDatabase(url);
    const [{ database: pool }, { acquireLock }, { enqueue }] = await Promise.all([
      import("~/platform/db/pool.server"),
      import("~/platform/db/lock.server"),
      import("~/platform/jobs/queue.server"),
    ]);
    const { rows } = await pool().query(
      `SELECT name, setting FROM pg_settings
        WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'synchronous_commit') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "60000" },
      { name: "statement_timeout", setting: "60000" },
      { name: "synchronous_commit", setting: "on" },
    ]);
    const lock = await acquireLock("pooler");
    expect(await acquireLock("pooler")).toBeNull();
    await lock?.release();
    await enqueue("tasks", "pooler", { task: "none" });
  });

  test("is refused in transaction mode, with the remedy, and leaves no lock behind", async () => {
    const url = await open("transaction");
    const { migrate } = await import("~/platform/db/migrate.server");
    await expect(migrate(url)).rejects.toThrow("pool_mode = session");
    await migrate(database.url);
    const { databaseChecks } = await import("../../../server/doctor/database-checks.ts");
    const pooler = databaseChecks(url, 15).find(({ name }) => name === "Pooler");
    expect(await pooler?.run()).toMatchObject({
      level: "problem",
      sentence: expect.stringContaining("Set pool_mode = session"),
    });
  });
});

test("a start that waits for another one logs who holds the lock", async () => {
  const database = await createAppDatabase("waiting");
  const holder = new pg.Client({ connectionString: database.url, application_name: "backroom-migrate" });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(7214001)");
  const { log } = await import("~/platform/log.server");
  const lines: object[] = [];
  const { warn } = log;
  log.warn = ((line: object) => void lines.push(line)) as typeof warn;
  try {
    const { migrate } = await import("~/platform/db/migrate.server");
    const migrated = migrate(database.url);
    await expect
      .poll(() => lines)
      .toContainEqual({
        holders: [expect.objectContaining({ name: "backroom-migrate", pid: expect.any(Number) })],
      });
    await holder.end();
    await migrated;
  } finally {
    log.warn = warn;
    await database.drop();
  }
});
