import { spawnSync } from "node:child_process";
import type { Stack } from "../../server/stack.ts";
import { against, whole } from "./table.ts";

/** How much the web process may hold: after a start, and after the lists (resident, MB). */
export const MAX_WEB_MEGABYTES = { atStart: 250, afterLists: 400 };

/**
 * How much memory the web process and the worker hold at this moment (resident, MB).
 * @param maxWeb the web process's target
 */
export function describeMemory({ processes }: Stack, maxWeb?: number): string {
  const web = residentMegabytes({ processes }, "web");
  const worker = residentMegabytes({ processes }, "worker");
  const webText = `${whole(web)} MB`;
  const target = maxWeb === undefined ? webText : against(webText, web <= maxWeb, `<= ${whole(maxWeb)} MB`);
  return `web ${target}, worker ${whole(worker)} MB`;
}

/** How much memory one of Backroom's processes holds at this moment (resident, MB); NaN while it is restarting. */
export function residentMegabytes({ processes }: Pick<Stack, "processes">, name: string): number {
  const pid = processes[name]?.pid();
  if (pid === undefined || process.platform === "win32") return Number.NaN;
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() === "" ? Number.NaN : Number(stdout) / 1024;
}
