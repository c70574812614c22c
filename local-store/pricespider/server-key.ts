import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ssh2 from "ssh2";
import type { Store } from "../data/database.ts";

const keyFile = ({ filesFolder }: Store): string => join(filesFolder, "pricespider-server-key");

/** The private key of the SFTP server. It is the same after a restart. */
export async function readServerKey(store: Store): Promise<string> {
  return (await readFile(keyFile(store), "utf8").catch(() => undefined)) ?? (await changeServerKey(store));
}

/** Gives the SFTP server another key, as a server does that was set up again. */
export async function changeServerKey(store: Store): Promise<string> {
  const { private: key } = ssh2.utils.generateKeyPairSync("ed25519", {});
  await writeFile(keyFile(store), key, { mode: 0o600 });
  return key;
}
