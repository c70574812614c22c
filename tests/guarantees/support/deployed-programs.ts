import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { accountForServer } from "../../../server/embedded-postgres/server-account.ts";
import { until } from "./until.ts";

/** Where Debian installs what a deployment uses. */
export const PROGRAMS = {
  buildah: "/usr/bin/buildah",
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
};

/** Why a deployment can't be run here. Undefined when it can. */
export function missingProgram(...names: (keyof typeof PROGRAMS)[]): string | undefined {
  const missing = names.find((name) => !fs.existsSync(PROGRAMS[name]));
  return missing && `not run: ${missing} isn't installed`;
}

/** The settings of `deploy/pgbouncer.ini` that belong to its place. The others are used as they are. */
const PLACE = /^(backroom|listen_addr|listen_port|auth_type|auth_file|pool_mode) = /;

/**
 * Starts pgbouncer as `deploy/` configures it.
 * @param folder that the account of the servers can read
 * @param server in pgbouncer's words: `host=127.0.0.1 port=5432`
 */
export async function startPooler(
  folder: string,
  port: number,
  server: string,
  mode: "session" | "transaction" = "session",
): Promise<ChildProcess> {
  const users = path.join(folder, "users.txt");
  fs.writeFileSync(users, '"app" ""\n');
  const deployed = fs.readFileSync("deploy/pgbouncer.ini", "utf8").split("\n");
  const lines = deployed.filter((line) => !PLACE.test(line));
  lines.splice(lines.indexOf("[databases]") + 1, 0, `* = ${server} user=app`);
  const place = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    auth_type: "trust",
    auth_file: users,
    pool_mode: mode,
  };
  for (const [name, value] of Object.entries(place)) lines.push(`${name} = ${value}`);
  const file = path.join(folder, `pgbouncer-${port}.ini`);
  fs.writeFileSync(file, lines.join("\n"));
  const child = spawn(PROGRAMS.pgbouncer, ["-q", file], { ...accountForServer().ids, stdio: "ignore" });
  await until("pgbouncer listens", () => accepts(port));
  return child;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.end(() => resolve(true)));
    socket.on("error", () => resolve(false));
  });

/** HAProxy before web processes. */
export interface Proxy {
  port: number;
  child: ChildProcess;
  /** Resolves when HAProxy has checked this number of web processes and sends them requests. */
  untilUp(count: number): Promise<void>;
}

/** Starts HAProxy as `deploy/` configures it, without TLS. */
export async function startProxy(folder: string, port: number, webPorts: readonly number[]): Promise<Proxy> {
  const admin = path.join(folder, "haproxy.sock");
  const lines = fs
    .readFileSync("deploy/haproxy.cfg", "utf8")
    .replace(/^ {2}bind :8443 .*\n/m, "")
    .replace(/^ {2}http-request redirect .*\n/m, "")
    .replace("bind :8080", `bind 127.0.0.1:${port}`)
    .replace("log stdout format raw local0", `stats socket ${admin} level user`)
    .replace(/(web-(\d)) web-\d:3000/g, (_all, name: string, number: string) => {
      const webPort = webPorts[Number(number) - 1];
      return `${name} 127.0.0.1:${webPort}`;
    });
  const file = path.join(folder, "haproxy.cfg");
  fs.writeFileSync(file, lines);
  const child = spawn(PROGRAMS.haproxy, ["-f", file], { stdio: ["ignore", "inherit", "inherit"] });
  await until("HAProxy listens", () => accepts(port));
  return {
    port,
    child,
    untilUp: (count) =>
      until(
        `HAProxy has ${count} web processes`,
        async () => (await statesIn(admin)).filter((state) => state === "UP").length === count,
      ),
  };
}

/** What HAProxy thinks of each web process: UP, DOWN, or that it is changing. None until its socket is there, which is after it listens. */
async function statesIn(admin: string): Promise<string[]> {
  const text = await new Promise<string>((resolve) => {
    const parts: Buffer[] = [];
    const socket = net.connect(admin, () => socket.write("show stat\n"));
    socket.on("data", (part) => parts.push(part));
    socket.on("end", () => resolve(Buffer.concat(parts).toString()));
    socket.on("error", () => resolve(""));
  });
  const [header = "", ...rows] = text.trim().split("\n");
  const column = header.split(",").indexOf("status");
  return rows.filter((row) => row.startsWith("web,web-")).map((row) => row.split(",")[column] ?? "");
}
