import fs from "node:fs";
import path from "node:path";
import { requireOwnHistoryAt } from "~/platform/db/migrate.server";
import { isLoopback } from "~/platform/loopback";
import { createDataFolder, dataFolder } from "./data-folder.ts";
import { portFrom } from "./environment.ts";
import { type LocalDatabases, openLocalDatabases } from "./local-databases.ts";
import { localSecret } from "./local-secret.ts";
import { requireFreePorts } from "./process/ports.ts";
import { type LocalStorePlan, type Stack, type StackOptions, startStack } from "./stack.ts";

/** A running Backroom with its own database and local store. */
export interface LocalMachine {
  stack: Stack;
  stop(): Promise<void>;
  /** Resolves with an error for the terminal when a process, or the database, died too often. The others run until `stop`. */
  finalFailure: Promise<Error>;
}

interface StartOptions {
  folder: string;
  ports: { web: number; localStore: number; smtp: number };
  programs: StackOptions["programs"];
  say: (line: string) => void;
  canceled?: AbortSignal;
}

/**
 * Starts the local store, web and worker on the bundled PostgreSQL, or on the server of DATABASE_URL. The data is in `.backroom/`
 * (or BACKROOM_DATA). The first run adds demo data to the store.
 *
 * @throws Error with a message for the terminal when a port is in use, another Backroom runs on the data, the data was
 * created by other migrations, a part doesn't start, or the start is canceled.
 */
export async function startLocalMachine(
  programs: StackOptions["programs"],
  say: (line: string) => void,
  canceled?: AbortSignal,
): Promise<LocalMachine> {
  const folder = dataFolder(process.env);
  createDataFolder(folder);
  const ports = {
    web: portFrom(process.env, "PORT", 3000),
    localStore: portFrom(process.env, "LOCAL_STORE_PORT", 3100),
    smtp: portFrom(process.env, "LOCAL_STORE_SMTP_PORT", 3125),
  };
  // The database first: its error for a second start on the same data also explains the ports in use.
  const databases = await openLocalDatabases(process.env, folder, say, canceled);
  try {
    await requireFreePorts({
      PORT: ports.web,
      LOCAL_STORE_PORT: ports.localStore,
      LOCAL_STORE_SMTP_PORT: ports.smtp,
    });
    const stack = await startOn(databases, { folder, ports, programs, say, canceled });
    return machine(databases, stack);
  } catch (error) {
    await databases.stop();
    throw error;
  }
}

async function startOn(databases: LocalDatabases, options: StartOptions): Promise<Stack> {
  const { folder, ports, programs, say, canceled } = options;
  // Before the local store starts: data that can't be used is left as it is.
  await requireOwnHistoryAt(databases.app);
  const localStore = await databases.openLocalStore();
  const secret = localSecret(process.env, folder, say);
  warnOfOpenStore(process.env, say);
  const filled = path.join(folder, localStore.demoMarker);
  const content = demoContent(process.env);
  const isFirst = !fs.existsSync(filled);
  if (isFirst && content) say("First run: adding a year of demo data. It goes on in the background.");
  say("Starting the local store, web and worker …");
  const stack = await startStack({
    databaseUrl: databases.app,
    port: ports.web,
    localStore: {
      port: ports.localStore,
      smtpPort: ports.smtp,
      databaseUrl: localStore.url,
      apiSecret: secret,
      fillDemo: isFirst ? content : null,
      writesHistory: content === "history",
    },
    dataFolder: folder,
    programs,
    say,
    canceled,
  });
  if (isFirst && content)
    fs.writeFileSync(filled, "The local store has its demo data. Remove this file to add it again.\n");
  return stack;
}

/** What a new store begins with. BACKROOM_DEMO=empty leaves it as it is. */
function demoContent({ BACKROOM_DEMO }: NodeJS.ProcessEnv): LocalStorePlan["fillDemo"] {
  if (!BACKROOM_DEMO) return "history";
  if (BACKROOM_DEMO === "empty") return null;
  throw new Error(`BACKROOM_DEMO must be "empty" or not set, not "${BACKROOM_DEMO}".`);
}

function warnOfOpenStore({ LOCAL_STORE_HOST: host }: NodeJS.ProcessEnv, say: (line: string) => void): void {
  if (host && host !== "localhost" && !isLoopback(host))
    say(
      `Warning: LOCAL_STORE_HOST=${host} lets other machines reach the local store. Everyone who reaches it can act as any administrator.`,
    );
}

function machine(databases: LocalDatabases, stack: Stack): LocalMachine {
  return {
    stack,
    finalFailure: Promise.race([stack.finalFailure, databases.finalFailure]),
    async stop() {
      await stack.stop();
      await databases.stop();
    },
  };
}
