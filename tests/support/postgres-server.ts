/**
 * Vitest's global setup: one PostgreSQL server for the whole run, with template databases for the app and for the local store.
 * TEST_DATABASE_URL (a server where we may create databases) is used when it is set. Otherwise the bundled PostgreSQL is started.
 */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { stopOrphan } from "../../server/embedded-postgres/orphan.ts";
import { isOwned } from "../../server/embedded-postgres/owner-lock.ts";
import { startEmbeddedPostgres } from "../../server/embedded-postgres.ts";
import { onDatabase, runOnServer } from "./database-urls.ts";

const folderPrefix = "backroom-test-";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Loaded here: the end-to-end tests, which need the server alone, would load the whole app for it.
  const [server, { migrate }, { refuseOtherTransitions }] = await Promise.all([
    testServer(SHORT_LIVED),
    import("~/platform/db/migrate.server"),
    import("./allowed-transitions.ts"),
  ]);
  const [app, store] = await Promise.all([
    createDatabase(server.url, "app_template"),
    createDatabase(server.url, "store_template"),
  ]);
  await Promise.all([migrate(app.url), prepareStore(store.url)]);
  await refuseOtherTransitions(app.url);
  project.provide("postgresServer", server.url);
  project.provide("appTemplate", app.name);
  project.provide("storeTemplate", store.name);
  return async () => {
    for (const { name } of [app, store])
      await runOnServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.stop();
  };
}

/** Creates the local store's tables. */
async function prepareStore(databaseUrl: string): Promise<void> {
  const { openStore } = await import("../../local-store/data/database.ts");
  const store = await openStore(databaseUrl);
  await store.close();
}

/** Creates an empty database with a unique name on the server. */
export async function createDatabase(
  serverUrl: string,
  prefix: string,
): Promise<{ name: string; url: string }> {
  const name = `${prefix}_${randomBytes(6).toString("hex")}`;
  await runOnServer(serverUrl, `CREATE DATABASE ${name}`);
  return { name, url: onDatabase(serverUrl, name) };
}

/** No database of a test lives long enough to be cleaned up. A run that measures many rows needs it. */
export const SHORT_LIVED = { autovacuum: "off" };

/**
 * The server of this test run. `stop` stops it if this run started it.
 * @param settings of PostgreSQL, beside those of every test run
 */
export async function testServer(
  settings: Record<string, string> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.TEST_DATABASE_URL)
    return { url: process.env.TEST_DATABASE_URL, stop: async () => undefined };
  await sweepAbandonedServers();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), folderPrefix));
  fs.chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    maxConnections: 300,
    // The data of a test run need not survive a power failure.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", ...settings },
  });
  return {
    url: postgres.url("postgres"),
    async stop() {
      await postgres.stop();
      // Another run may have started to remove it, too.
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops the servers of test runs that were killed: nothing else would. */
async function sweepAbandonedServers() {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    if (!name.startsWith(folderPrefix) || !fs.existsSync(path.join(folder, "owner.json")) || isOwned(folder))
      continue;
    await stopOrphan(path.join(folder, "data"));
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
