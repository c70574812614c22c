import { execFileSync } from "node:child_process";
import fs from "node:fs";

/** Whether a process with this id exists, also when it belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Identifies a process by its start time, because a later process can have the same id.
 * Undefined when the process doesn't exist, or on Windows.
 */
export function startMark(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      // Field 22 of /proc/<pid>/stat; the second one, the name in parentheses, may contain spaces.
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    }
    if (process.platform === "win32") return undefined;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Waits until the process is gone; answers false when it is still there after `limitMs`. */
export async function untilGone(pid: number, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
