/** The local store: a Shopify store, its admin and its mail server on this machine. `tsx local-store/main.ts` runs it. */
import { createServer, type RequestListener } from "node:http";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { AdminServices } from "./admin/services.ts";
import { prepareAgora } from "./agora/directory.ts";
import { BulkRunner } from "./bulk/runner.ts";
import { application, settingsFromEnvironment, shops } from "./config.ts";
import { startExpiryTimer } from "./credit/expiry-timer.ts";
import type { Clock } from "./data/clock.ts";
import { openStore, type Store } from "./data/database.ts";
import { initialSessionTokenKnobs } from "./http/knobs.ts";
import { listen } from "./http/listen.ts";
import { storeRequests } from "./http/server.ts";
import { prepareMailbox } from "./mail/mailbox.ts";
import { startMailServer } from "./mail/smtp.ts";
import { createConfiguredShops } from "./shops.ts";
import { WebhookDispatcher } from "./webhooks/dispatcher.ts";
import { type AppRegistration, installApp, installedScopes } from "./webhooks/installation.ts";

export interface LocalStoreOptions {
  /** 0 takes a free one. */
  port: number;
  databaseUrl: string;
  /** Where the app answers, e.g. `http://localhost:3000`. */
  appUrl: string;
  apiSecret?: string;
  clock?: Clock;
  host?: string;
  /** 0 takes a free one; LOCAL_STORE_SMTP_PORT or 3125 when absent. */
  smtpPort?: number;
  /** The app's `shopify.app.toml`; the project's own when absent. */
  appConfigFile?: string;
  /** How long search lags behind changes, in milliseconds; 0 when absent. A fault knob changes it while the store runs. */
  indexLagMs?: number;
  /** Folder of uploads and bulk results; `.backroom/local-store-files` when absent. */
  filesFolder?: string;
}

export interface LocalStore {
  /** `http://localhost:3100` */
  url: string;
  smtpPort: number;
  store: Store;
  close(): Promise<void>;
}

/**
 * Starts the local store on its database and answers when it serves.
 * @throws Error with a sentence that names LOCAL_STORE_PORT or LOCAL_STORE_SMTP_PORT when a port is in use, and what `pg` throws when
 * the database cannot be reached.
 */
export async function startLocalStore(options: LocalStoreOptions): Promise<LocalStore> {
  const defaults = settingsFromEnvironment();
  const host = options.host ?? defaults.host;
  const store = await openStore(options.databaseUrl, {
    ...(options.clock ? { clock: options.clock } : {}),
    indexLagMs: options.indexLagMs,
    filesFolder:
      options.filesFolder ?? resolve(process.env.BACKROOM_DATA || ".backroom", "local-store-files"),
  });
  const running: Array<() => Promise<void>> = [() => store.close()];
  try {
    await prepareMailbox(store);
    await prepareAgora(store);
    await createConfiguredShops(store);
    const app = registration(options);
    await renewInstallations(store, app);
    const mail = await startMailServer(store, { port: options.smtpPort ?? defaults.smtpPort, host });
    running.unshift(() => mail.close());
    const services: AdminServices = { store, mail, app, sessionToken: initialSessionTokenKnobs() };
    // The store's own address is part of its answers, and with port 0 it is known only once it listens.
    let answer: RequestListener = (_request, response) => response.writeHead(503).end();
    const server = createServer((request, response) => answer(request, response));
    const port = await listen(server, { port: options.port, host, variable: "LOCAL_STORE_PORT" });
    const url = `http://localhost:${port}`;
    running.unshift(
      () =>
        new Promise((done) => {
          server.close(() => done());
          server.closeAllConnections();
        }),
    );
    const bulk = new BulkRunner(store, url);
    running.unshift(() => bulk.stop());
    await bulk.resume();
    const dispatcher = new WebhookDispatcher(store);
    dispatcher.start();
    running.unshift(() => dispatcher.stop());
    running.unshift(startExpiryTimer(store));
    answer = storeRequests(services, { bulk, publicUrl: url });
    return { url, smtpPort: mail.port, store, close: () => closeAll(running) };
  } catch (error) {
    await closeAll(running);
    throw error;
  }
}

function registration(options: LocalStoreOptions): AppRegistration {
  return {
    apiKey: application.apiKey,
    secret: options.apiSecret ?? application.apiSecret,
    url: options.appUrl,
    title: application.name,
    configFile: options.appConfigFile ?? fileURLToPath(new URL("../shopify.app.toml", import.meta.url)),
  };
}

/** Where the app is installed, it gets the scopes and webhooks that its configuration file names today. */
async function renewInstallations(store: Store, app: AppRegistration): Promise<void> {
  for (const { domain } of shops)
    if (await installedScopes(store, domain, app.apiKey)) await installApp(store, domain, app);
}

async function closeAll(parts: ReadonlyArray<() => Promise<void>>): Promise<void> {
  for (const close of parts) await close();
}

async function runAlone(): Promise<void> {
  const settings = settingsFromEnvironment();
  if (!settings.databaseUrl) throw new Error("Set LOCAL_STORE_DATABASE_URL, or use npm start.");
  const localStore = await startLocalStore({ ...settings, databaseUrl: settings.databaseUrl });
  process.stdout.write(
    `The local store runs on ${localStore.url}, its mail server on ${localStore.smtpPort}.\n`,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void localStore.close().then(() => process.exit(0)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runAlone().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
