import { spawnSync } from "node:child_process";
import type { Stack } from "../../server/stack.ts";
import { whole } from "./table.ts";

/** How much memory the web process and the worker hold at this moment (resident, MB). */
export function describeMemory({ processes }: Stack): string {
  const web = residentMegabytes({ processes }, "web");
  const worker = residentMegabytes({ processes }, "worker");
  return `web ${whole(web)} MB, worker ${whole(worker)} MB`;
}

/** How much memory one of Backroom's processes holds at this moment (resident, MB); NaN while it is restarting. */
export function residentMegabytes({ processes }: Pick<Stack, "processes">, name: string): number {
  const pid = processes[name]?.pid();
  if (pid === undefined || process.platform === "win32") return Number.NaN;
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() === "" ? Number.NaN : Number(stdout) / 1024;
}
