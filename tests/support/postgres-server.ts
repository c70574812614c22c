/**
 * Vitest's global set-up: one PostgreSQL server for the whole run, with a migrated database to copy from.
 * TEST_DATABASE_URL (a server where we may create databases) is used when it is set; else the bundled PostgreSQL is started.
 */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "~/platform/db/migrate.server";
import { stopOrphan } from "../../server/embedded-postgres/orphan.ts";
import { isOwned } from "../../server/embedded-postgres/owner-lock.ts";
import { startEmbeddedPostgres } from "../../server/embedded-postgres.ts";
import { onDatabase, onServer } from "./database-urls.ts";

const folderPrefix = "backroom-test-";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  const template = await createDatabase(server.url, "template");
  await migrate(template.url);
  project.provide("postgresServer", server.url);
  project.provide("appTemplate", template.name);
  return async () => {
    await onServer(server.url, `DROP DATABASE IF EXISTS ${template.name} WITH (FORCE)`);
    await server.stop();
  };
}

/** Creates an empty database with a name of its own on the server. */
export async function createDatabase(
  serverUrl: string,
  prefix: string,
): Promise<{ name: string; url: string }> {
  const name = `${prefix}_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  return { name, url: onDatabase(serverUrl, name) };
}

/** The server of this test run; `stop` ends it, where it is ours. */
export async function testServer(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.TEST_DATABASE_URL)
    return { url: process.env.TEST_DATABASE_URL, stop: async () => undefined };
  await sweepAbandonedServers();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), folderPrefix));
  fs.chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    maxConnections: 300,
    // The data of a test run need not survive the machine's power failing.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  return {
    url: postgres.url("postgres"),
    async stop() {
      await postgres.stop();
      // Another run may have come to clear it away, too.
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A test run that was killed leaves its server running; nobody else would ever stop it. */
async function sweepAbandonedServers() {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    if (!name.startsWith(folderPrefix) || !fs.existsSync(path.join(folder, "owner.json")) || isOwned(folder))
      continue;
    await stopOrphan(path.join(folder, "data"));
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
