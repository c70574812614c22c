import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { onDatabase, runOnServer } from "./database-urls.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the test run's PostgreSQL server, to its database `postgres`. */
    postgresServer: string;
    /** Name of a database with the app's tables, to copy. */
    appTemplate: string;
    /** Name of a database with the local store's tables, to copy. */
    storeTemplate: string;
  }
}

/** A database that belongs to one test file. */
export interface TestDatabase {
  url: string;
  /** Drops it. Connections that are still open are closed. */
  drop(): Promise<void>;
}

/** Creates an empty database on the test run's server. The name only helps to recognize it. */
export function createTestDatabase(name = "test"): Promise<TestDatabase> {
  return create(name, "template0");
}

/** Creates a database with the app's tables, as after `migrate`. */
export function createAppDatabase(name = "app"): Promise<TestDatabase> {
  return create(name, inject("appTemplate"));
}

/** Creates a database with the local store's tables and no shop. */
export function createStoreDatabase(name: string): Promise<TestDatabase> {
  return create(name, inject("storeTemplate"));
}

async function create(name: string, template: string): Promise<TestDatabase> {
  const server = inject("postgresServer");
  const database = `${name}_${randomBytes(6).toString("hex")}`;
  const quoted = pg.escapeIdentifier(database);
  // Copying files is faster than writing them to the log block by block, because this server doesn't sync.
  await runOnServer(
    server,
    `CREATE DATABASE ${quoted} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`,
  );
  return {
    url: onDatabase(server, database),
    drop: () => runOnServer(server, `DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`),
  };
}

/** Hears what is sent to open pages, until the test has finished. @returns the messages, as they come */
export async function hearMessages(): Promise<readonly string[]> {
  const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
  onTestFinished(() => listener.end());
  const heard: string[] = [];
  listener.on("notification", ({ payload }) => heard.push(payload ?? ""));
  await listener.connect();
  await listener.query('LISTEN "backroom#/"');
  return heard;
}
