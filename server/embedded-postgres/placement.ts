import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Account } from "./server-account.ts";

/** For programs and data when the project is in a folder that only root can enter, because PostgreSQL then runs as `nobody`. */
export const SHARED_FOLDER = "/var/lib/backroom";

/** The folders of one server. */
export interface ServerHome {
  /** PostgreSQL's own data folder. */
  data: string;
  /** The folder of the unix socket, private to the server's account. */
  run: string;
}

/**
 * Creates the server's folders inside `dataDir`. When the server's account can't enter it, they are below {@link SHARED_FOLDER},
 * and `dataDir/moved-to` contains their path, so that a new clone at the same path starts with new data.
 */
export function placeData(dataDir: string, account: Account, say: (line: string) => void): ServerHome {
  const base = account.canUse(dataDir) ? dataDir : movedBase(dataDir, say);
  const home = { data: path.join(base, "data"), run: path.join(base, "run") };
  for (const folder of [home.data, home.run]) makePrivate(folder, account);
  return home;
}

/** Creates the folder unless it exists, and makes it private to the server's account. */
export function makePrivate(folder: string, account: Account) {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o700);
  if ("uid" in account.ids) fs.chownSync(folder, account.ids.uid, account.ids.gid);
}

function movedBase(dataDir: string, say: (line: string) => void): string {
  const pointer = path.join(dataDir, "moved-to");
  // A full disk leaves an empty file.
  const moved = fs.existsSync(pointer) && fs.readFileSync(pointer, "utf8").trim();
  if (moved) return moved;
  const base = path.join(SHARED_FOLDER, `data-${randomBytes(6).toString("hex")}`);
  fs.mkdirSync(base, { recursive: true, mode: 0o755 });
  fs.writeFileSync(pointer, `${base}\n`);
  say(`PostgreSQL runs as the user nobody, who can't enter ${dataDir}. Its data is in ${base}`);
  return base;
}
