import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { accountForServer } from "../../../server/embedded-postgres/server-account.ts";
import { freePort } from "../../../server/process/ports.ts";
import { runOnServer } from "../../support/database-urls.ts";
import { withClient } from "./database-contents.ts";
import { until } from "./until.ts";

const run = promisify(execFile);

/** The server's programs. The bundled PostgreSQL has no `pg_basebackup`. */
const PROGRAMS = ["initdb", "pg_ctl", "pg_basebackup"];

/** The folder with the programs of an installed PostgreSQL from 15, or why there is none. */
export function findServerPrograms(): { folder: string } | { missing: string } {
  const debian = "/usr/lib/postgresql";
  const folders = [
    ...(fs.existsSync(debian)
      ? fs.readdirSync(debian).map((version) => path.join(debian, version, "bin"))
      : []),
    ...(process.env.PATH ?? "").split(path.delimiter),
  ];
  const folder = folders.find((each) => PROGRAMS.every((name) => fs.existsSync(path.join(each, name))));
  return folder ? { folder } : { missing: `no PostgreSQL server with ${PROGRAMS.join(", ")} is installed` };
}

/** A server of a cluster, on loopback. */
export interface ClusterServer {
  port: number;
  /** The connection string of its database `postgres`. */
  url: string;
  /** Ends it as a lost machine does. */
  kill(): void;
}

/** Servers that replicate each other, in a folder that `close` removes. */
export async function openCluster(programs: string) {
  const account = accountForServer();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-cluster-"));
  if ("uid" in account.ids) fs.chownSync(folder, account.ids.uid as number, account.ids.gid as number);
  const running = new Map<string, ClusterServer>();
  const program = (name: string, args: string[]) =>
    run(path.join(programs, name), args, { ...account.ids, cwd: folder });

  async function start(data: string, port: number): Promise<ClusterServer> {
    const settings = {
      port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: folder,
      max_connections: 100,
      wal_keep_size: "1GB",
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    // Its own log, or pg_ctl would wait for the end of the server's output.
    await program("pg_ctl", ["start", "-w", "-D", data, "-l", `${data}.log`, "-o", flags.join(" ")]);
    const pid = Number(fs.readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    const server: ClusterServer = {
      port,
      url: `postgres://app@127.0.0.1:${port}/postgres`,
      kill() {
        running.delete(data);
        // Its children end when they see that it is gone.
        process.kill(pid, "SIGKILL");
      },
    };
    running.set(data, server);
    return server;
  }

  return {
    ports: [await freePort(), await freePort(), await freePort()] as [number, number, number],
    async startPrimary(port: number): Promise<ClusterServer> {
      const data = path.join(folder, String(port));
      await program("initdb", [
        "-D",
        data,
        "-U",
        "app",
        "-A",
        "trust",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
      ]);
      return start(data, port);
    },
    async startStandby(primary: ClusterServer, port: number): Promise<ClusterServer> {
      const data = path.join(folder, String(port));
      const source = `${primary.url}?application_name=standby`;
      // Without a fast checkpoint, the copy waits minutes for one that the server spreads over time.
      await program("pg_basebackup", ["--checkpoint=fast", "-R", "-D", data, "-d", source]);
      return start(data, port);
    },
    async promote(server: ClusterServer): Promise<void> {
      await runOnServer(server.url, "SELECT pg_promote(true, 60)");
    },
    close() {
      for (const server of running.values()) server.kill();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the standby has everything that is committed. */
export const untilCaughtUp = (primary: ClusterServer, standby: ClusterServer) =>
  until("the standby has caught up", async () => {
    const lsn = await readValue(primary, "SELECT pg_current_wal_lsn()");
    return (await readValue(standby, `SELECT pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn`)) === true;
  });

/** Lets a standby receive nothing more. */
export async function cutReplication(primary: ClusterServer, standby: ClusterServer): Promise<void> {
  await runOnServer(standby.url, "ALTER SYSTEM SET primary_conninfo = ''");
  await runOnServer(standby.url, "SELECT pg_reload_conf()");
  await until(
    "the standby is cut off",
    async () => (await readValue(primary, "SELECT count(*)::int FROM pg_stat_replication")) === 0,
  );
}

/** Whether a standby has received at least as much as another one. */
export async function hasAsMuch(standby: ClusterServer, other: ClusterServer): Promise<boolean> {
  const lsn = await readValue(other, "SELECT pg_last_wal_receive_lsn()");
  return (await readValue(standby, `SELECT pg_last_wal_receive_lsn() >= '${lsn}'::pg_lsn`)) === true;
}

/** Lets a standby follow another primary. */
export async function follow(standby: ClusterServer, primary: ClusterServer): Promise<void> {
  const source = `host=127.0.0.1 port=${primary.port} user=app application_name=standby`;
  await runOnServer(standby.url, `ALTER SYSTEM SET primary_conninfo = '${source}'`);
  await runOnServer(standby.url, "SELECT pg_reload_conf()");
}

/** Makes commits wait for a standby. @param count how many are connected */
export async function requireStandby(primary: ClusterServer, count = 1): Promise<void> {
  await runOnServer(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'");
  await runOnServer(primary.url, "SELECT pg_reload_conf()");
  await until(
    "the standby is synchronous",
    async () =>
      (await readValue(
        primary,
        "SELECT count(*)::int FROM pg_stat_replication WHERE sync_state = 'quorum'",
      )) === count,
  );
}

const readValue = (server: ClusterServer, statement: string): Promise<unknown> =>
  withClient(server.url, async (client) => {
    const { rows } = await client.query({ text: statement, rowMode: "array" });
    return rows[0]?.[0];
  });
