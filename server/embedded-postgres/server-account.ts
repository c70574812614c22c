import { execFileSync, spawnSync } from "node:child_process";

/** The account that the PostgreSQL server runs under. */
export interface Account {
  /** Set when the server must run as another user than this process. */
  ids: { uid: number; gid: number } | Record<string, never>;
  /** Whether that account can enter and read the path; true whenever it is our own. */
  canUse(path: string): boolean;
}

/**
 * PostgreSQL refuses to run as root, so a root process starts it as `nobody`, and other users start it as themselves.
 * @throws when the system of a root process has no account `nobody`.
 */
export function accountForServer(): Account {
  if (process.getuid?.() !== 0) return { ids: {}, canUse: () => true };
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  const ids = { uid: id("-u"), gid: id("-g") };
  return { ids, canUse: (path) => accountCanUse(path, ids) };
}

// Asked of the system itself: permission bits alone would miss access lists and mount options.
function accountCanUse(path: string, ids: { uid: number; gid: number }): boolean {
  const answer = spawnSync("/bin/sh", ["-c", 'test -r "$0" && test -x "$0"', path], { ...ids, cwd: "/" });
  return answer.status === 0;
}
