import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { migrate } from "~/platform/db/migrate.server";
import { startEmbeddedPostgres } from "../../../server/embedded-postgres.ts";
import { startLocalMachine } from "../../../server/local-machine.ts";
import { freePort } from "../../../server/process/ports.ts";
import { createAppDatabase, createTestDatabase, type TestDatabase } from "../../support/postgres.ts";

/** What a version from before the baseline left: its first migration's hash, and a table with a row. */
const OLD_DATABASE = `
  CREATE SCHEMA drizzle;
  CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
  INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
  VALUES ('2f0c9b4d5c1e7a60f3b8d2a4958e6c7d1b0a3f5e8d7c6b5a49382716f5e4d3c2', 1790000000000);
  CREATE TABLE shops (shop text PRIMARY KEY);
  INSERT INTO shops VALUES ('old.myshopify.com');`;

const HOW_TO_RESET =
  "created by migrations that this version of Backroom doesn't have, and nothing was changed: to reset it, delete the data folder";

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Schemas, relations, functions and extensions of a database, and the rows of its migrations. */
const everythingIn = (url: string) =>
  query(
    url,
    `SELECT 'schema' AS kind, nspname::text AS name FROM pg_namespace WHERE nspname !~ '^pg_'
     UNION ALL SELECT 'relation', oid::regclass::text FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'drizzle'::regnamespace)
     UNION ALL SELECT 'function', oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT 'extension', extname::text FROM pg_extension
     UNION ALL SELECT 'migration', hash FROM drizzle.__drizzle_migrations ORDER BY 1, 2`,
  );

describe("a database from before the baseline", () => {
  let database: TestDatabase | undefined;

  afterEach(async () => {
    await database?.drop();
    database = undefined;
  });

  it("is refused by web and worker with a sentence that says how to reset it, and isn't changed", async () => {
    database = await createTestDatabase();
    await query(database.url, OLD_DATABASE);
    const before = await everythingIn(database.url);
    await expect(migrate(database.url)).rejects.toThrow(HOW_TO_RESET);
    expect(await everythingIn(database.url)).toEqual(before);
    expect(await query(database.url, "SELECT shop FROM shops")).toEqual([{ shop: "old.myshopify.com" }]);
  });

  it("is also refused when it has more migrations than this version", async () => {
    database = await createAppDatabase();
    await query(
      database.url,
      `UPDATE drizzle.__drizzle_migrations SET hash = 'another' WHERE id = 1;
       INSERT INTO drizzle.__drizzle_migrations (hash, created_at) SELECT 'later', 4e12 FROM generate_series(1, 50)`,
    );
    await expect(migrate(database.url)).rejects.toThrow(HOW_TO_RESET);
  });

  it("differs from one that a later version has migrated further, which an earlier version may still use", async () => {
    database = await createAppDatabase();
    await query(
      database.url,
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 4e12)",
    );
    await migrate(database.url);
  });
});

describe("npm start on a data folder from before the baseline", () => {
  let folder: string;

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-old-data-"));
    fs.chmodSync(folder, 0o755);
    vi.stubEnv("BACKROOM_DATA", folder);
    // Another file of this worker may have set it, and `npm start` uses the server that it names.
    vi.stubEnv("DATABASE_URL", undefined);
    for (const name of ["PORT", "LOCAL_STORE_PORT", "LOCAL_STORE_SMTP_PORT"])
      vi.stubEnv(name, String(await freePort()));
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it("says how to reset it, starts nothing and changes nothing", async () => {
    const dataDir = path.join(folder, "postgres");
    const earlier = await startEmbeddedPostgres({ dataDir });
    const url = await earlier.createDatabase("backroom");
    await query(url, OLD_DATABASE);
    const before = await everythingIn(url);
    await earlier.stop();

    await expect(startLocalMachine("built", () => undefined)).rejects.toThrow(HOW_TO_RESET);

    expect(fs.readdirSync(folder)).toEqual(["postgres"]);
    const now = await startEmbeddedPostgres({ dataDir });
    try {
      expect(await everythingIn(now.url("backroom"))).toEqual(before);
      const databases = "SELECT datname FROM pg_database WHERE NOT datistemplate ORDER BY 1";
      expect(await query(now.url("postgres"), databases)).toEqual([
        { datname: "backroom" },
        { datname: "postgres" },
      ]);
    } finally {
      await now.stop();
    }
  });
});
