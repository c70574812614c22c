import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { application } from "../../local-store/config.ts";
import { mintSessionToken } from "../../local-store/http/session-token.ts";
import type { LocalStore } from "../../local-store/main.ts";
import type { TestDatabase } from "./postgres.ts";

/** The two shops of the local store. */
export const DEMO = "backroom-demo.myshopify.com";
export const SECOND = "backroom-second.myshopify.com";

/** Where the databases of a test shop come from. */
export interface Databases {
  /** One with the app's tables. */
  createAppDatabase(name: string): Promise<TestDatabase>;
  /** An empty one. */
  createTestDatabase(name: string): Promise<TestDatabase>;
}

/** The app's own modules in this process, beside a local store, each on a fresh database. */
export interface TestShop {
  localStore: LocalStore;
  /** A session token as App Bridge would hand it out; `secret` and `lifetimeSeconds` make a forged or an expired one. */
  token(
    administratorId: string,
    shop?: string,
    forged?: { secret?: string; lifetimeSeconds?: number },
  ): string;
  close(): Promise<void>;
}

/**
 * Starts the local store and points the app's modules at it, as the bridge does for a whole process. Import the app's
 * modules after this (dynamically): they read the environment when they load. The databases are the test run's, unless told.
 */
export async function openTestShop(name: string, databases?: Databases): Promise<TestShop> {
  const { createAppDatabase, createTestDatabase } = databases ?? (await import("./postgres.ts"));
  const [app, store] = await Promise.all([createAppDatabase(name), createTestDatabase(`${name}_store`)]);
  const filesFolder = await fs.mkdtemp(path.join(os.tmpdir(), "backroom-test-"));
  Object.assign(process.env, {
    DATABASE_URL: app.url,
    SHOPIFY_API_KEY: application.apiKey,
    SHOPIFY_API_SECRET: application.apiSecret,
    SHOPIFY_APP_URL: "http://localhost:3000",
  });
  const { startLocalStore } = await import("../../local-store/main.ts");
  // Nobody listens for webhooks here: what they would bring is given to the app's own functions by the tests.
  const localStore = await startLocalStore({
    port: 0,
    smtpPort: 0,
    databaseUrl: store.url,
    appUrl: "http://localhost:9",
    filesFolder,
  });
  process.env.LOCAL_STORE_URL = localStore.url;
  process.env.SMTP_URL = `smtp://127.0.0.1:${localStore.smtpPort}`;
  await import("../../local-store/bridge/register.ts");

  return {
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
      const [{ closeDatabase }, { closeQueueSender }, { closeMailServer }] = await Promise.all([
        import("~/platform/db/pool.server"),
        import("~/platform/jobs/queue.server"),
        import("~/connectors/mail/live.server"),
      ]);
      closeMailServer();
      await closeQueueSender();
      await closeDatabase();
      await localStore.close();
      await Promise.all([app.drop(), store.drop(), fs.rm(filesFolder, { recursive: true, force: true })]);
    },
  };
}
