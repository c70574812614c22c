import fs from "node:fs";
import path from "node:path";
import { application } from "../local-store/config.ts";
import type { DemoContent } from "../local-store/demo/fill-demo.ts";
import { grantDemoFlags } from "./demo-access.ts";
import { setUpDemoConnections } from "./demo-connectors.ts";
import { type Child, type ChildPlan, startChild } from "./process/child.ts";

/** Options of the local store. */
export interface LocalStorePlan {
  port: number;
  /** The port of its SMTP server, which receives the app's emails. */
  smtpPort: number;
  /** Its own database. */
  databaseUrl: string;
  /** The app's secret in place of the published one. */
  apiSecret?: string;
  /** The demo data that it adds before it is ready. */
  fillDemo: DemoContent | null;
  /** The share of the history's events, for tests. All of them if absent. */
  historyShare?: number;
  /** Whether Backroom's side of the history is written in the background, as far as it isn't. */
  writesHistory?: boolean;
}

/** Options of a Backroom on this machine. */
export interface StackOptions {
  /** The app's database, which web and worker migrate. */
  databaseUrl: string;
  /** The port of the web process. */
  port: number;
  /** Undefined when the store is Shopify itself (`shopify app dev`). The app's variables are then set by the environment. */
  localStore?: LocalStorePlan;
  /** The port of a separate backend process, which the web process calls by BACKEND_URL. */
  backendPort?: number;
  /** The folder for files and logs. */
  dataFolder: string;
  /** Whether web and worker run from the build, or by Vite and tsx with hot reload. */
  programs: "built" | "development";
  say: (line: string) => void;
  /** Aborted to end the start. */
  canceled?: AbortSignal;
}

/** A running Backroom. */
export interface Stack {
  appUrl: string;
  localStoreUrl?: string;
  logsFolder: string;
  /** Stops all processes: first the app's, then the local store. */
  stop(): Promise<void>;
  /** Resolves when one process died too often. The others run until `stop`. */
  finalFailure: Promise<Error>;
  /** The processes by name, for tests that kill one. */
  processes: Record<string, Child>;
}

/**
 * Starts the local store, then web, worker and the separate backend, each as its own process.
 * @throws Error with the end of the log of the process that didn't start. Processes that have started are stopped first.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  fs.mkdirSync(logsFolderOf(options), { recursive: true });
  const plans = planStack(options);
  const processes: Record<string, Child> = {};
  const stop = async () => {
    const { "local store": localStore, ...working } = processes;
    await Promise.all(Object.values(working).map((child) => child.stop()));
    await localStore?.stop();
  };
  try {
    // The store first, because the app calls it with its first request.
    if (plans.localStore) processes["local store"] = await startChild(plans.localStore);
    await Promise.all(
      plans.app.map(async (plan) => {
        processes[plan.name] = await startChild(plan);
      }),
    );
    if (options.localStore) await setUpDemo(options.databaseUrl, options.localStore);
    if (plans.history) {
      processes.history = await startChild(plans.history);
      void processes.history.finalFailure.then((error) => options.say(`${error.message}\n${HISTORY_FAILED}`));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    appUrl: appUrlOf(options),
    localStoreUrl: options.localStore && localStoreUrlOf(options.localStore),
    logsFolder: logsFolderOf(options),
    stop,
    // Backroom runs without its history, too.
    finalFailure: Promise.race(
      Object.entries(processes)
        .filter(([name]) => name !== "history")
        .map(([, child]) => child.finalFailure),
    ),
    processes,
  };
}

async function setUpDemo(databaseUrl: string, localStore: LocalStorePlan): Promise<void> {
  const isFirst = localStore.fillDemo !== null;
  if (isFirst) await grantDemoFlags(databaseUrl);
  await setUpDemoConnections(databaseUrl, {
    localStoreUrl: localStoreUrlOf(localStore),
    apiSecret: localStore.apiSecret ?? application.apiSecret,
    isFirst,
  });
}

const logsFolderOf = ({ dataFolder }: StackOptions) => path.join(dataFolder, "logs");
const appUrlOf = (options: StackOptions) => `http://localhost:${options.port}`;
const localStoreUrlOf = ({ port }: LocalStorePlan) => `http://localhost:${port}`;

function planStack(options: StackOptions): { localStore?: ChildPlan; app: ChildPlan[]; history?: ChildPlan } {
  const env = environmentOf(options);
  const plan = (
    name: string,
    rest: Pick<
      ChildPlan,
      "program" | "arguments" | "nodeOptions" | "env" | "readyTimeoutMs" | "waitsForChange"
    >,
  ) => ({
    name,
    logFile: path.join(logsFolderOf(options), `${name.replace(" ", "-")}.log`),
    say: options.say,
    canceled: options.canceled,
    ...rest,
  });
  const localStore =
    options.localStore &&
    plan("local store", {
      program: "server/process/local-store.ts",
      nodeOptions: ["--import", "tsx"],
      readyTimeoutMs: options.localStore.fillDemo ? FILL_TIMEOUT_MS : undefined,
      env: {
        ...env,
        LOCAL_STORE_URL: undefined,
        BACKROOM_FILL_DEMO: options.localStore.fillDemo ?? undefined,
        BACKROOM_HISTORY_SHARE: String(options.localStore.historyShare ?? 1),
      },
    });
  // They would share one port. The worker's metrics have the figures of the database.
  const webEnv = { ...env, METRICS_PORT: undefined };
  const app = [
    plan("web", { ...webProgram(options), env: { ...webEnv, ...backendUrl(options) } }),
    plan("worker", { ...workerProgram(options), env }),
  ];
  if (options.backendPort !== undefined)
    app.push(
      plan("backend", { ...webProgram(options), env: { ...webEnv, PORT: String(options.backendPort) } }),
    );
  const history = options.localStore?.writesHistory
    ? plan("history", {
        program: "server/demo/write-history.ts",
        readyTimeoutMs: FILL_TIMEOUT_MS,
        nodeOptions: ["--import", "tsx", ...bridge(options)],
        env,
      })
    : undefined;
  return { localStore, app, history: history && { ...history, endsByItself: true } };
}

function backendUrl({ backendPort }: StackOptions) {
  return backendPort === undefined ? {} : { BACKEND_URL: `http://localhost:${backendPort}/api` };
}

function environmentOf(options: StackOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: options.programs === "built" ? "production" : "development",
    DATABASE_URL: options.databaseUrl,
    PORT: String(options.port),
    BACKROOM_DATA: options.dataFolder,
    ...(options.localStore && localStoreEnvironment(options.localStore, appUrlOf(options))),
  };
}

function localStoreEnvironment(localStore: LocalStorePlan, appUrl: string) {
  return {
    LOCAL_STORE_DATABASE_URL: localStore.databaseUrl,
    LOCAL_STORE_PORT: String(localStore.port),
    LOCAL_STORE_SMTP_PORT: String(localStore.smtpPort),
    LOCAL_STORE_URL: localStoreUrlOf(localStore),
    SMTP_URL: `smtp://127.0.0.1:${localStore.smtpPort}`,
    SHOPIFY_API_KEY: application.apiKey,
    SHOPIFY_API_SECRET: localStore.apiSecret ?? application.apiSecret,
    // What was stored before the first start with a secret of its own.
    ...(localStore.apiSecret !== undefined && {
      BACKROOM_PREVIOUS_SECRET_KEY: process.env.BACKROOM_PREVIOUS_SECRET_KEY || application.apiSecret,
    }),
    SHOPIFY_APP_URL: appUrl,
    APP_BRIDGE_URL: `${localStoreUrlOf(localStore)}/app-bridge.js`,
  };
}

const HISTORY_FAILED = "Backroom runs without the rest of its demo data. The next start goes on with it.";

/** A part of the history is written before Backroom is ready, which takes a busy machine more than a minute. */
const FILL_TIMEOUT_MS = 600_000;

/** Redirects the app's calls to Shopify to the local store. Preloaded, so that the app doesn't depend on it. */
const bridge = ({ localStore }: StackOptions) =>
  localStore ? ["--import", "./local-store/bridge/register.ts"] : [];

/**
 * Under load, the young generation of a web process grows to several times this. Limited, the process holds a quarter less memory.
 * A limit as small as the worker's costs a third more CPU for a page. The old generation grows by 40 % between two collections at most:
 * otherwise a process that has rendered many pages in parallel holds 160 MB more. `npm run web` uses the same options.
 */
const WEB_MEMORY = ["--max-semi-space-size=16", "--heap-growing-percent=40"];

const webProgram = (options: StackOptions) =>
  options.programs === "built"
    ? {
        program: "build/server/index.js",
        arguments: ["web"],
        nodeOptions: [...WEB_MEMORY, ...bridge(options)],
      }
    : { program: "server/dev-web.ts", nodeOptions: ["--import", "tsx", ...bridge(options)] };

/**
 * A worker creates many short-lived objects. A small young generation collects them early: an export of 100,000 rows takes 90 MB less
 * memory in the same time. `npm run worker` uses the same option.
 */
const WORKER_MEMORY = "--max-semi-space-size=4";

const workerProgram = (options: StackOptions) =>
  options.programs === "built"
    ? {
        program: "build/server/index.js",
        arguments: ["worker"],
        nodeOptions: [WORKER_MEMORY, ...bridge(options)],
      }
    : {
        program: "server/main.ts",
        arguments: ["worker"],
        nodeOptions: ["--import", "tsx", ...bridge(options)],
        waitsForChange: true,
      };
