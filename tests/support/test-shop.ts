import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { application } from "../../local-store/config.ts";
import { mintSessionToken } from "../../local-store/http/session-token.ts";
import type { LocalStore } from "../../local-store/main.ts";
import { localStorePort } from "./app-environment.ts";
import { PAUSE_FACTOR } from "./pause-factor.ts";
import type { TestDatabase } from "./postgres.ts";

/** The two shops of the local store. */
export const DEMO = "backroom-demo.myshopify.com";
export const SECOND = "backroom-second.myshopify.com";

/** Creates the databases of a test shop. */
export interface Databases {
  createAppDatabase(name: string): Promise<TestDatabase>;
  createStoreDatabase(name: string): Promise<TestDatabase>;
}

/** The app's modules in this process, beside a local store, each on a fresh database. */
export interface TestShop {
  localStore: LocalStore;
  /** A session token like App Bridge's. `secret` and `lifetimeSeconds` make a forged or an expired one. */
  token(
    administratorId: string,
    shop?: string,
    forged?: { secret?: string; lifetimeSeconds?: number },
  ): string;
  close(): Promise<void>;
}

/** A shop that an earlier test file of this worker failed to close. */
let leftOpen: TestShop | undefined;

/** Closes the app's connections and clears its caches. Test files of one worker share the modules. */
export async function closeApp(): Promise<void> {
  const [
    { closeDatabase },
    { closeQueueSender },
    { closeMailServer },
    { forgetAccessToken },
    { forgetKept },
  ] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/jobs/queue.server"),
    import("~/connectors/mail/live.server"),
    import("~/connectors/shopify/access-token.server"),
    import("~/platform/keep-fresh.server"),
  ]);
  for (const shop of [DEMO, SECOND]) {
    forgetAccessToken(shop);
    forgetKept(shop);
  }
  closeMailServer();
  await closeQueueSender();
  await closeDatabase();
}

/** Points the app's modules at a database. An earlier file's unfinished work may have opened connections to another one. */
export async function switchDatabase(url: string): Promise<void> {
  process.env.DATABASE_URL = url;
  await closeApp();
}

/** Starts a local store for the app's modules in this process. The databases are the test run's by default. */
export async function openTestShop(name: string, databases?: Databases): Promise<TestShop> {
  const { createAppDatabase, createStoreDatabase } = databases ?? (await import("./postgres.ts"));
  await leftOpen?.close();
  const [app, store] = await Promise.all([createAppDatabase(name), createStoreDatabase(`${name}_store`)]);
  const filesFolder = await fs.mkdtemp(path.join(os.tmpdir(), "backroom-test-"));
  const { startLocalStore } = await import("../../local-store/main.ts");
  const localStore = await startLocalStore({
    port: localStorePort,
    smtpPort: 0,
    databaseUrl: store.url,
    appUrl: "http://localhost:9",
    // Nothing listens for webhooks here: tests pass their payloads to the app's functions.
    sendsWebhooks: false,
    filesFolder,
    // The guarantees have databases of their own, and measure.
    delayFactor: databases ? 1 : PAUSE_FACTOR,
  });
  process.env.SMTP_URL = `smtp://127.0.0.1:${localStore.smtpPort}`;

  const shop: TestShop = {
    localStore,
    token: (administratorId, shop = DEMO, { secret = application.apiSecret, lifetimeSeconds = 60 } = {}) =>
      mintSessionToken({
        shopDomain: shop,
        administratorId,
        apiKey: application.apiKey,
        apiSecret: secret,
        now: new Date(),
        lifetimeSeconds,
      }),
    async close() {
      leftOpen = undefined;
      await closeApp();
      await localStore.close();
      await Promise.all([app.drop(), store.drop(), fs.rm(filesFolder, { recursive: true, force: true })]);
    },
  };
  leftOpen = shop;
  await switchDatabase(app.url);
  // Installs the hooks, without which services refuse to work.
  await import("~/app.server");
  return shop;
}
