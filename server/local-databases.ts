import { createHash } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { onConnection, primaryUrl } from "~/platform/db/connection.server";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/** The databases of a Backroom on this machine. */
export interface LocalDatabases {
  app: string;
  /** Opens the local store's database, and creates it at the first start. Not before the app's database is known to be usable. */
  openLocalStore(): Promise<LocalStoreDatabase>;
  /** Stops the bundled PostgreSQL. Does nothing for another server. */
  stop(): Promise<void>;
  /** Resolves with an error for the terminal when the bundled PostgreSQL ended for good. Never resolves for another server. */
  finalFailure: Promise<Error>;
}

interface LocalStoreDatabase {
  url: string;
  /** The file in the data folder that says that the local store has its demo data. */
  demoMarker: string;
}

/**
 * Opens the databases of the app and the local store: on the server of DATABASE_URL when it is set, otherwise on the bundled
 * PostgreSQL in the data folder. Says which one it is. On the server of DATABASE_URL, the local store's database has the same name
 * with `_local_store`, unless LOCAL_STORE_DATABASE_URL names another one. Of several hosts, the local store uses the one that takes
 * writes at the start.
 * @throws Error with a message for the terminal when DATABASE_URL isn't one, or a database can't be reached or created
 */
export async function openLocalDatabases(
  { DATABASE_URL: url, LOCAL_STORE_DATABASE_URL: storeUrl }: NodeJS.ProcessEnv,
  folder: string,
  say: (line: string) => void,
  canceled?: AbortSignal,
): Promise<LocalDatabases> {
  if (!url) return openBundled(path.join(folder, "postgres"), say, canceled);
  if (!CONNECTION.test(url))
    throw new Error(
      "DATABASE_URL must be a connection string such as postgres://user:password@host:5432/backroom.",
    );
  say(`The database is ${describeUrl(url)} (DATABASE_URL).`);
  return {
    app: url,
    async openLocalStore() {
      const localStore = storeUrl ? await primaryUrl(storeUrl) : await createSibling(url, "_local_store");
      const id = createHash("sha256").update(localStore).digest("hex").slice(0, 8);
      return { url: localStore, demoMarker: `demo-filled-${id}` };
    },
    stop: async () => {},
    finalFailure: new Promise(() => {}),
  };
}

async function openBundled(
  dataDir: string,
  say: (line: string) => void,
  canceled?: AbortSignal,
): Promise<LocalDatabases> {
  const postgres = await startEmbeddedPostgres({ dataDir, say, canceled });
  try {
    if (postgres.replacedOrphan) say("Stopped a database that an earlier run left running. Nothing is lost.");
    say(`The database is the bundled PostgreSQL in ${path.relative("", dataDir)}. DATABASE_URL changes it.`);
    return {
      app: await postgres.createDatabase("backroom"),
      openLocalStore: async () => ({
        url: await postgres.createDatabase("local_store"),
        demoMarker: "demo-filled",
      }),
      stop: () => postgres.stop(),
      finalFailure: postgres.finalFailure,
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Not a URL: a connection string for a unix socket has no host, which URL refuses. */
const CONNECTION = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/]*)\/)([^?]*)(.*)$/;

/** Without the password. */
function describeUrl(url: string): string {
  const [, , host, name = ""] = CONNECTION.exec(url) ?? [];
  return `${decodeURIComponent(name)} on ${host || "this machine"}`;
}

async function createSibling(url: string, suffix: string): Promise<string> {
  const name = `${decodeURIComponent(CONNECTION.exec(url)?.[3] ?? "")}${suffix}`;
  try {
    const primary = await primaryUrl(url);
    await onConnection("backroom-start", primary, async (client) => {
      const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    });
    const [, server, , , parameters] = CONNECTION.exec(primary) ?? [];
    return `${server}${encodeURIComponent(name)}${parameters}`;
  } catch (error) {
    throw new Error(
      `The local store needs the database ${name} on the server of DATABASE_URL: ${(error as Error).message}. ` +
        "Create it, or set LOCAL_STORE_DATABASE_URL to another one.",
    );
  }
}
