import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { isAlive, untilGone } from "./processes.ts";

/**
 * Stops a PostgreSQL that a killed parent left running on this data folder, so that a new one can start. When another process has
 * the id in `postmaster.pid`, it isn't stopped, and the stale file is removed.
 * @returns whether there was one
 * @throws when the server doesn't end, even after PostgreSQL's immediate shutdown.
 */
export async function stopOrphan(data: string): Promise<boolean> {
  const file = path.join(data, "postmaster.pid");
  const pid = Number(firstLineOf(file));
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  if (!isServerOf(pid, data)) {
    // Otherwise PostgreSQL refuses to start while the other process runs.
    fs.rmSync(file, { force: true });
    return false;
  }
  send(pid, "SIGINT");
  if (await untilGone(pid, 8000)) return true;
  send(pid, "SIGQUIT");
  if (await untilGone(pid, 8000)) return true;
  throw new Error(
    `PostgreSQL (process ${pid}) still runs on ${data} and doesn't end. Stop it, then start again.`,
  );
}

/** Undefined when the file doesn't exist: a parallel start may have removed it. */
function firstLineOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8").split("\n")[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Sends a signal, and ignores that the process has ended. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

// A postmaster's working directory is its data folder, which identifies it among servers of the same program.
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
