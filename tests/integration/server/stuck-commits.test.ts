import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalFor } from "~/platform/errors";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../server/embedded-postgres.ts";
import { health } from "../../../server/web/health.ts";
import { runOnServer } from "../../support/database-urls.ts";
import { DEMO, switchDatabase } from "../../support/test-shop.ts";

let dataDir: string;
let server: EmbeddedPostgres;
const formerUrl = process.env.DATABASE_URL ?? "";
beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-stuck-"));
  fs.chmodSync(dataDir, 0o755);
  server = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off", synchronous_commit: "local" } });
  const { migrate } = await import("~/platform/db/migrate.server");
  const url = await server.createDatabase("stuck");
  await migrate(url);
  await switchDatabase(url);
});
afterAll(async () => {
  await switchDatabase(formerUrl);
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Names the standbys that commits wait for. */
async function requireStandby(name: string) {
  await runOnServer(server.url("postgres"), `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await runOnServer(server.url("postgres"), "SELECT pg_reload_conf()");
}

async function healthStatus(): Promise<number> {
  const listening = express().get("/healthz", health(new AbortController().signal)).listen(0);
  const { port } = listening.address() as { port: number };
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
  } finally {
    listening.close();
  }
}

test("while a synchronous standby is gone, changes are answered with what happened, and health is 503", async () => {
  const [{ withShop }, { setCommitLimits }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/platform/db/commit.server"),
  ]);
  const restoreLimits = setCommitLimits({ stuckAfterMs: 500, deadlineMs: 1_500 });
  const note = (key: string) =>
    withShop(DEMO, (tx) =>
      tx.$client.query(
        "INSERT INTO ledger_operations (shop, key, request_hash, answer) VALUES ($1, $2, '', '1')",
        [DEMO, key],
      ),
    );
  const read = () =>
    withShop(DEMO, async (tx) => {
      const { rows } = await tx.$client.query<{ key: string }>(
        "SELECT key FROM ledger_operations ORDER BY key",
      );
      return rows.map(({ key }) => key);
    });
  const sentenceOf = async (work: Promise<unknown>) =>
    refusalFor(await work.catch((error: unknown) => error))?.message ?? "no refusal";

  await note("before");
  expect(await healthStatus()).toBe(200);
  await requireStandby("gone");
  // A session reads the new setting before its next statement, not in the middle of one.
  await expect.poll(healthStatus).toBe(503);
  expect(await sentenceOf(note("first"))).toContain("The change was made, but the database's standby hasn't");
  expect(await sentenceOf(note("second"))).toContain("Nothing was changed");
  // Lists are read all the same, without what isn't confirmed.
  expect(await read()).toEqual(["before"]);
  expect(await sentenceOf(note("first"))).toContain("Nothing was changed");

  await requireStandby("");
  await expect.poll(healthStatus).toBe(200);
  await expect.poll(read).toEqual(["before", "first"]);
  restoreLimits();
  await note("third");
  expect(await read()).toEqual(["before", "first", "third"]);
});
