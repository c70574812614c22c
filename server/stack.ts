import fs from "node:fs";
import path from "node:path";
import { application } from "../local-store/config.ts";
import { grantDemoFlags } from "./demo-access.ts";
import { setUpDemoAgora } from "./demo-agora.ts";
import { type Child, type ChildPlan, startChild } from "./process/child.ts";

/** How the local store is to run beside the app. */
export interface LocalStorePlan {
  port: number;
  /** Where it takes the mails that the app sends. */
  smtpPort: number;
  /** Its own database. */
  databaseUrl: string;
  /** Whether it is to be filled with demo data before it is ready. */
  fillDemo: boolean;
}

/** What one whole Backroom on this machine is made of. */
export interface StackOptions {
  /** The app's database; web and worker migrate it. */
  databaseUrl: string;
  /** The port of the web process. */
  port: number;
  /** Absent when Shopify itself is the store (`shopify app dev`): the app's variables then come from the environment. */
  localStore?: LocalStorePlan;
  /** Set for a backend that runs apart from the console: its port. The console then reaches it by BACKEND_URL. */
  backendPort?: number;
  /** Where files and logs go. */
  dataFolder: string;
  /** How the web process and the worker run: from the build, or through Vite and tsx with hot reload. */
  programs: "built" | "development";
  say: (line: string) => void;
}

/** A running Backroom. */
export interface Stack {
  appUrl: string;
  localStoreUrl?: string;
  logsFolder: string;
  /** Ends all of it: first who takes work, last what they depend on. */
  stop(): Promise<void>;
  /** Settles when one of its processes died too often; the rest still runs until `stop`. */
  gaveUp: Promise<Error>;
  /** The processes by name, for those who test what happens when one dies. */
  processes: Record<string, Child>;
}

/**
 * Starts the local store, then web and worker (and the backend, where it is apart), each as a process of its own.
 * @throws Error with the end of the log of the process that did not start; what had started is stopped before.
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
    // The store first: the app talks to it from its first request on.
    if (plans.localStore) processes["local store"] = await startChild(plans.localStore);
    await Promise.all(
      plans.app.map(async (plan) => {
        processes[plan.name] = await startChild(plan);
      }),
    );
    if (options.localStore) await setUpDemo(options.databaseUrl, options.localStore);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    appUrl: appUrlOf(options),
    localStoreUrl: options.localStore && localStoreUrlOf(options.localStore),
    logsFolder: logsFolderOf(options),
    stop,
    gaveUp: Promise.race(Object.values(processes).map((child) => child.gaveUp)),
    processes,
  };
}

async function setUpDemo(databaseUrl: string, localStore: LocalStorePlan): Promise<void> {
  const isFirst = localStore.fillDemo;
  if (isFirst) await grantDemoFlags(databaseUrl);
  await setUpDemoAgora(databaseUrl, { localStoreUrl: localStoreUrlOf(localStore), isFirst });
}

const logsFolderOf = ({ dataFolder }: StackOptions) => path.join(dataFolder, "logs");
const appUrlOf = (options: StackOptions) => `http://localhost:${options.port}`;
const localStoreUrlOf = ({ port }: LocalStorePlan) => `http://localhost:${port}`;

function planStack(options: StackOptions): { localStore?: ChildPlan; app: ChildPlan[] } {
  const env = environmentOf(options);
  const plan = (name: string, rest: Pick<ChildPlan, "program" | "arguments" | "nodeOptions" | "env">) => ({
    name,
    logFile: path.join(logsFolderOf(options), `${name.replace(" ", "-")}.log`),
    say: options.say,
    ...rest,
  });
  const localStore =
    options.localStore &&
    plan("local store", {
      program: "server/process/local-store.ts",
      nodeOptions: ["--import", "tsx"],
      env: {
        ...env,
        LOCAL_STORE_URL: undefined,
        BACKROOM_FILL_DEMO: options.localStore.fillDemo ? "yes" : undefined,
      },
    });
  const app = [
    plan("web", { ...webProgram(options), env: { ...env, ...backendUrl(options) } }),
    plan("worker", { ...workerProgram(options), env }),
  ];
  if (options.backendPort !== undefined)
    app.push(plan("backend", { ...webProgram(options), env: { ...env, PORT: String(options.backendPort) } }));
  return { localStore, app };
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
    SHOPIFY_API_SECRET: application.apiSecret,
    SHOPIFY_APP_URL: appUrl,
    APP_BRIDGE_URL: `${localStoreUrlOf(localStore)}/app-bridge.js`,
  };
}

/** Sends the app's calls to Shopify to the local store; preloaded, so that the app itself knows nothing of it. */
const bridge = ({ localStore }: StackOptions) =>
  localStore ? ["--import", "./local-store/bridge/register.ts"] : [];

const webProgram = (options: StackOptions) =>
  options.programs === "built"
    ? { program: "build/server/index.js", arguments: ["web"], nodeOptions: bridge(options) }
    : { program: "server/dev-web.ts", nodeOptions: ["--import", "tsx", ...bridge(options)] };

/**
 * A worker makes much that it needs for a moment. With little room for new objects it is collected early, and the process stays
 * small: an export of 100,000 rows takes 90 MB less, in the same time. As `npm run worker` has it.
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
      };
