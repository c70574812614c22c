import fs from "node:fs";
import path from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { portFrom } from "./environment.ts";
import { requireFreePorts } from "./process/ports.ts";
import { type Stack, type StackOptions, startStack } from "./stack.ts";

/** Backroom with everything that it needs, on this machine. */
export interface LocalMachine {
  stack: Stack;
  stop(): Promise<void>;
}

interface Setting {
  folder: string;
  ports: { web: number; localStore: number; smtp: number };
  programs: StackOptions["programs"];
  say: (line: string) => void;
}

/**
 * Brings up the bundled PostgreSQL, migrates it, and starts the local store, web and worker. The data stays in `.backroom/`
 * (or BACKROOM_DATA); the store is filled with demo data on the first run.
 *
 * @throws Error with a sentence for the terminal when a port is in use, another Backroom runs on the data, or a part does not start.
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
  // The database comes first: a second start on the same data is told so, which explains its ports in use as well.
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), say });
  try {
    await requireFreePorts({
      PORT: ports.web,
      LOCAL_STORE_PORT: ports.localStore,
      LOCAL_STORE_SMTP_PORT: ports.smtp,
    });
    if (postgres.replacedOrphan)
      say("A database that an earlier run left behind was stopped; nothing is lost.");
    const stack = await startOn(postgres, { folder, ports, programs, say });
    return machine(postgres, stack);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function startOn(postgres: EmbeddedPostgres, setting: Setting): Promise<Stack> {
  const { folder, ports, programs, say } = setting;
  const databaseUrl = await postgres.createDatabase("backroom");
  const filled = path.join(folder, "demo-filled");
  const fillDemo = !fs.existsSync(filled);
  if (fillDemo) say("First run: the store is filled with demo data.");
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
    fs.writeFileSync(filled, "The local store holds its demo data; remove this file to fill it again.\n");
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
