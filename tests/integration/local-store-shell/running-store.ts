import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalStore, startLocalStore } from "../../../local-store/main.ts";
import { createStoreDatabase } from "../../support/postgres.ts";

export const DEMO = "backroom-demo.myshopify.com";

const APP_CONFIG = `
[access_scopes]
scopes = "read_customers,write_customers"

[[webhooks.subscriptions]]
topics = ["customers/create"]
uri = "/webhooks"
`;

export interface TestStore extends LocalStore {
  databaseUrl: string;
  folder: string;
}

/** Starts a local store on free ports with its own database. `dispose` stops it and deletes the database. */
export async function startTestStore(
  appUrl = "http://localhost:1",
): Promise<TestStore & { dispose(): Promise<void> }> {
  const database = await createStoreDatabase("local_store_shell");
  const folder = await mkdtemp(join(tmpdir(), "local-store-shell-"));
  const appConfigFile = join(folder, "shopify.app.toml");
  await writeFile(appConfigFile, APP_CONFIG);
  const localStore = await startLocalStore({
    port: 0,
    smtpPort: 0,
    databaseUrl: database.url,
    appUrl,
    appConfigFile,
    filesFolder: join(folder, "files"),
  });
  return {
    ...localStore,
    databaseUrl: database.url,
    folder,
    async dispose() {
      await localStore.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
