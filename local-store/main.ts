/** The local store: a Shopify store with its admin and a mail server, on this machine. Run it with `tsx local-store/main.ts`. */
import { createServer, type RequestListener } from "node:http";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { AdminServices } from "./admin/services.ts";
import { BulkRunner } from "./bulk/bulk-runner.ts";
import { application, settingsFromEnvironment, shops } from "./config.ts";
import { expireDue } from "./credit/accounts.ts";
import type { Clock } from "./data/clock.ts";
import { openStore, type Store } from "./data/database.ts";
import { repeat } from "./data/repeat.ts";
import { runDueWork } from "./due-work.ts";
import { listen } from "./http/listen.ts";
import { createStoreApp } from "./http/server.ts";
import { initialSessionTokenKnobs } from "./http/session-token-knobs.ts";
import { startMailServer } from "./mail/smtp-server.ts";
import { type Receiver, startReceiver } from "./pricespider/receiver.ts";
import { createConfiguredShops } from "./shops.ts";
import { type AppRegistration, updateInstallation } from "./webhooks/installation.ts";
import { WebhookDispatcher } from "./webhooks/webhook-dispatcher.ts";

const EXPIRY_INTERVAL_MS = 5_000;
const JOB_INTERVAL_MS = 500;

export interface LocalStoreOptions {
  /** 0 chooses a free port. */
  port: number;
  databaseUrl: string;
  /** The app's URL, such as `http://localhost:3000`. */
  appUrl: string;
  apiSecret?: string;
  clock?: Clock;
  host?: string;
  /** 0 chooses a free port. Defaults to LOCAL_STORE_SMTP_PORT, or 3125. */
  smtpPort?: number;
  /** Starts PriceSpider's FTP and SFTP servers, on LOCAL_STORE_FTP_PORT and LOCAL_STORE_SFTP_PORT or free ports. Defaults to false. */
  startsReceiver?: boolean;
  /** The path of the app's `shopify.app.toml`. Defaults to the project's own. */
  appConfigFile?: string;
  /** How long search lags behind changes, in milliseconds. Defaults to 0. A fault knob changes it at run time. */
  indexLagMs?: number;
  /** Makes the delays of processing, jobs and late answers shorter, for tests. Defaults to 1. */
  delayFactor?: number;
  /** If false, webhooks stay queued, for tests in which nothing listens. Defaults to true. */
  sendsWebhooks?: boolean;
  /** Folder for uploads and bulk results. Defaults to `local-store-files` in BACKROOM_DATA, or in `.backroom`. */
  filesFolder?: string;
}

export interface LocalStore {
  /** `http://localhost:3100` */
  url: string;
  smtpPort: number;
  /** Undefined without `startsReceiver`. */
  receiver?: Receiver;
  store: Store;
  close(): Promise<void>;
}

/**
 * Starts the local store and resolves when it accepts requests.
 * @throws Error that names the variable if a port is in use, or the error of `pg` if the database is unreachable.
 */
export async function startLocalStore(options: LocalStoreOptions): Promise<LocalStore> {
  const defaults = settingsFromEnvironment();
  const host = options.host ?? defaults.host;
  const store = await openStore(options.databaseUrl, {
    ...(options.clock ? { clock: options.clock } : {}),
    indexLagMs: options.indexLagMs,
    delayFactor: options.delayFactor,
    filesFolder:
      options.filesFolder ?? resolve(process.env.BACKROOM_DATA || ".backroom", "local-store-files"),
  });
  const running: Array<() => Promise<void>> = [() => store.close()];
  try {
    await createConfiguredShops(store);
    const app = registration(options);
    await updateInstallations(store, app);
    const mail = await startMailServer(store, { port: options.smtpPort ?? defaults.smtpPort, host });
    running.unshift(() => mail.close());
    const receiver = options.startsReceiver ? await startReceiver(store, { ...defaults, host }) : undefined;
    if (receiver) running.unshift(() => receiver.close());
    const services: AdminServices = {
      store,
      mail,
      app,
      receiver,
      sessionToken: initialSessionTokenKnobs(),
    };
    // Responses contain the store's URL. With port 0 it is known only after the server listens.
    let handleRequest: RequestListener = (_request, response) => response.writeHead(503).end();
    const server = createServer((request, response) => handleRequest(request, response));
    const port = await listen(server, { port: options.port, host, variable: "LOCAL_STORE_PORT" });
    const url = `http://localhost:${port}`;
    store.publicUrl = url;
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
    if (options.sendsWebhooks ?? true) running.unshift(sendWebhooks(store));
    running.unshift(repeat(EXPIRY_INTERVAL_MS, () => expireDue(store)));
    running.unshift(repeat(store.delayMs(JOB_INTERVAL_MS), () => runDueWork(store)));
    handleRequest = createStoreApp(services, { bulk, publicUrl: url });
    return { url, smtpPort: mail.port, receiver, store, close: () => closeAll(running) };
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

/** Updates existing installations from the app's configuration file. */
async function updateInstallations(store: Store, app: AppRegistration): Promise<void> {
  for (const { domain } of shops) await updateInstallation(store, domain, app);
}

/** @returns a function that stops sending */
function sendWebhooks(store: Store): () => Promise<void> {
  const dispatcher = new WebhookDispatcher(store);
  dispatcher.start();
  return () => dispatcher.stop();
}

async function closeAll(parts: ReadonlyArray<() => Promise<void>>): Promise<void> {
  for (const close of parts) await close();
}

async function runAsProgram(): Promise<void> {
  const settings = settingsFromEnvironment();
  if (!settings.databaseUrl) throw new Error("Set LOCAL_STORE_DATABASE_URL, or run npm start.");
  const { databaseUrl } = settings;
  const localStore = await startLocalStore({ ...settings, databaseUrl, startsReceiver: true });
  process.stdout.write(
    `The local store is running at ${localStore.url}. Its mail server uses port ${localStore.smtpPort}.\n`,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void localStore.close().then(() => process.exit(0)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runAsProgram().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
