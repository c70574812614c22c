import { join } from "node:path";
import { settingsFromEnvironment } from "../../local-store/config.ts";
import { openStore, type Store } from "../../local-store/data/database.ts";
import { createConfiguredShops } from "../../local-store/shops.ts";
import { dataFolder } from "../data-folder.ts";
import { connectionSettings } from "../embedded-postgres/connection-settings.ts";
import { isOwned } from "../embedded-postgres/owner-lock.ts";
import { placeData } from "../embedded-postgres/placement.ts";
import { accountForServer } from "../embedded-postgres/server-account.ts";
import { startEmbeddedPostgres } from "../embedded-postgres.ts";
import { openLocalDatabases } from "../local-databases.ts";

/** The name of the local store's database in the bundled PostgreSQL. */
const DATABASE = "local_store";

/**
 * Runs `work` with the local store's database: LOCAL_STORE_DATABASE_URL, its database on the server of DATABASE_URL, the database of
 * a running Backroom (BACKROOM_DATA, by default `.backroom`), or the bundled PostgreSQL, which stops afterwards.
 */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const database = await openDatabase();
  try {
    const store = await openStore(database.url);
    try {
      await createConfiguredShops(store);
      await work(store);
    } finally {
      await store.close();
    }
  } finally {
    await database.release();
  }
}

async function openDatabase(): Promise<{ url: string; release: () => Promise<void> }> {
  const { databaseUrl } = settingsFromEnvironment();
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  const folder = dataFolder(process.env);
  if (process.env.DATABASE_URL) {
    const databases = await openLocalDatabases(process.env, folder, () => {});
    return { url: (await databases.openLocalStore()).url, release: () => databases.stop() };
  }
  const dataDir = join(folder, "postgres");
  if (isOwned(dataDir)) return { url: await runningDatabase(dataDir), release: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir });
  return { url: await postgres.createDatabase(DATABASE), release: () => postgres.stop() };
}

/** The URL of a running Backroom's database. The path of its socket is derived from the data folder. */
async function runningDatabase(dataDir: string): Promise<string> {
  if (process.platform === "win32")
    throw new Error("Backroom is running. Stop it first, or set LOCAL_STORE_DATABASE_URL to its database.");
  const account = accountForServer();
  const way = await connectionSettings(
    placeData(dataDir, account, () => {}),
    account,
  );
  return way.url(DATABASE);
}
