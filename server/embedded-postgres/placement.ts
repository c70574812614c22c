import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Account } from "./server-account.ts";

/** Where folders go that `nobody` must reach when root's clone lies in a folder that only root can enter. */
export const reachablePlace = "/var/lib/backroom";

/** The folders of one server. */
export interface ServerHome {
  /** PostgreSQL's own data folder. */
  data: string;
  /** Folder of the unix socket, private to the server's account. */
  run: string;
}

/**
 * Decides where the data lives and prepares the folders: inside `dataDir`, or, when the server's account cannot enter that, in a
 * folder of its own below {@link reachablePlace} which `dataDir/moved-to` names (so a new clone at the same path starts anew).
 */
export function placeData(dataDir: string, account: Account, say: (line: string) => void): ServerHome {
  const base = account.canUse(dataDir) ? dataDir : movedBase(dataDir, say);
  const home = { data: path.join(base, "data"), run: path.join(base, "run") };
  for (const folder of [home.data, home.run]) makePrivate(folder, account);
  return home;
}

/** Creates the folder where missing and makes it the server account's own, closed to everybody else. */
export function makePrivate(folder: string, account: Account) {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o700);
  if ("uid" in account.ids) fs.chownSync(folder, account.ids.uid, account.ids.gid);
}

function movedBase(dataDir: string, say: (line: string) => void): string {
  const pointer = path.join(dataDir, "moved-to");
  if (fs.existsSync(pointer)) return fs.readFileSync(pointer, "utf8").trim();
  const base = path.join(reachablePlace, `data-${randomBytes(6).toString("hex")}`);
  fs.mkdirSync(base, { recursive: true, mode: 0o755 });
  fs.writeFileSync(pointer, `${base}\n`);
  say(`PostgreSQL runs as nobody, who cannot enter ${dataDir}: its data is kept in ${base}`);
  return base;
}
