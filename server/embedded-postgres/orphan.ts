import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { isAlive, untilGone } from "./processes.ts";

/**
 * Ends a PostgreSQL that a killed parent left running on this data folder, so that a new one can start. Answers whether there
 * was one. A process that merely has the number in `postmaster.pid` is left alone, and the stale file removed.
 *
 * Throws when the server does not end, even on PostgreSQL's immediate shutdown.
 */
export async function stopOrphan(data: string): Promise<boolean> {
  const file = path.join(data, "postmaster.pid");
  const pid = Number(firstLineOf(file));
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  if (!isServerOf(pid, data)) {
    // PostgreSQL itself would refuse to start for as long as that stranger lives.
    fs.rmSync(file, { force: true });
    return false;
  }
  tell(pid, "SIGINT");
  if (await untilGone(pid, 8000)) return true;
  tell(pid, "SIGQUIT");
  if (await untilGone(pid, 8000)) return true;
  throw new Error(
    `PostgreSQL (process ${pid}) still runs on ${data} and does not end. End it, then start again.`,
  );
}

/** Undefined when there is no such file, or no longer: another start may have found the same orphan. */
function firstLineOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8").split("\n")[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Sends a signal; a process that has just ended by itself needs none. */
function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

// A postmaster's working directory is its data folder, which tells it from any other server of the same program.
function isServerOf(pid: number, data: string): boolean {
  try {
    if (process.platform === "linux") {
      const folder = fs.readlinkSync(`/proc/${pid}/cwd`);
      const program = path.basename(fs.readlinkSync(`/proc/${pid}/exe`)).split(" ")[0];
      return folder === fs.realpathSync(data) && program === "postgres";
    }
    if (process.platform === "win32")
      return execFileSync("tasklist", ["/fi", `PID eq ${pid}`, "/fo", "csv"], { encoding: "utf8" }).includes(
        "postgres.exe",
      );
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(data);
  } catch {
    return false;
  }
}
