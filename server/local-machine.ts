import fs from "node:fs";
import path from "node:path";
import { requireOwnHistoryAt } from "~/platform/db/migration-history.server";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { portFrom } from "./environment.ts";
import { requireFreePorts } from "./process/ports.ts";
import { type Stack, type StackOptions, startStack } from "./stack.ts";

/** A running Backroom with its own database and local store. */
export interface LocalMachine {
  stack: Stack;
  stop(): Promise<void>;
}

interface StartOptions {
  folder: string;
  ports: { web: number; localStore: number; smtp: number };
  programs: StackOptions["programs"];
  say: (line: string) => void;
}

/**
 * Starts the bundled PostgreSQL, the local store, web and worker. The data is in `.backroom/` (or BACKROOM_DATA). The first run adds
 * demo data to the store.
 *
 * @throws Error with a message for the terminal when a port is in use, another Backroom runs on the data, the data was
 * created by other migrations, or a part doesn't start.
 */
export async function startLocalMachine(
  programs: StackOptions["programs"],
  say: (line: string) => void,
): Promise<LocalMachine> {
  const folder = path.resolve(process.env.BACKROOM_DATA || ".backroom");
  fs.mkdirSync(folder, { recursive: true });
  const ports = {
    web: portFrom(process.env, "PORT", 3000),
    localStore: portFrom(process.env, "LOCAL_STORE_PORT", 3100),
    smtp: portFrom(process.env, "LOCAL_STORE_SMTP_PORT", 3125),
  };
  // The database first: its error for a second start on the same data also explains the ports in use.
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), say });
  try {
    await requireFreePorts({
      PORT: ports.web,
      LOCAL_STORE_PORT: ports.localStore,
      LOCAL_STORE_SMTP_PORT: ports.smtp,
    });
    if (postgres.replacedOrphan) say("Stopped a database that an earlier run left running. Nothing is lost.");
    const stack = await startOn(postgres, { folder, ports, programs, say });
    return machine(postgres, stack);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function startOn(postgres: EmbeddedPostgres, options: StartOptions): Promise<Stack> {
  const { folder, ports, programs, say } = options;
  const databaseUrl = await postgres.createDatabase("backroom");
  // Before the local store starts: data that can't be used is left as it is.
  await requireOwnHistoryAt(databaseUrl);
  const filled = path.join(folder, "demo-filled");
  const fillDemo = !fs.existsSync(filled);
  if (fillDemo) say("First run: adding demo data to the store.");
  say("Starting the local store, web and worker …");
  const stack = await startStack({
    databaseUrl,
    port: ports.web,
    localStore: {
      port: ports.localStore,
      smtpPort: ports.smtp,
      databaseUrl: await postgres.createDatabase("local_store"),
      fillDemo,
    },
    dataFolder: folder,
    programs,
    say,
  });
  if (fillDemo)
    fs.writeFileSync(filled, "The local store has its demo data. Remove this file to add it again.\n");
  return stack;
}

function machine(postgres: EmbeddedPostgres, stack: Stack): LocalMachine {
  return {
    stack,
    async stop() {
      await stack.stop();
      await postgres.stop();
    },
  };
}
