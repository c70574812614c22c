import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { onDatabase, onServer } from "./database-urls.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the test run's PostgreSQL server, to its database `postgres`. */
    postgresServer: string;
    /** Name of a database that carries the app's migrations, to copy from. */
    appTemplate: string;
  }
}

/** A database that belongs to one test file. */
export interface TestDatabase {
  url: string;
  /** Removes it; connections that are still open are cut. */
  drop(): Promise<void>;
}

/** Creates an empty database on the test run's server. The name only helps to recognise it. */
export function createTestDatabase(name = "test"): Promise<TestDatabase> {
  return create(name, "template0");
}

/** Creates a database with the app's tables, as after `migrate`, in milliseconds. */
export function createAppDatabase(name = "app"): Promise<TestDatabase> {
  return create(name, inject("appTemplate"));
}

async function create(name: string, template: string): Promise<TestDatabase> {
  const server = inject("postgresServer");
  const database = `${name}_${randomBytes(6).toString("hex")}`;
  const quoted = pg.escapeIdentifier(database);
  await onServer(server, `CREATE DATABASE ${quoted} TEMPLATE ${pg.escapeIdentifier(template)}`);
  return {
    url: onDatabase(server, database),
    drop: () => onServer(server, `DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`),
  };
}
