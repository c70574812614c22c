import { generateKeyPairSync } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "../data/database.ts";

const keyFile = ({ filesFolder }: Store): string => join(filesFolder, "pricespider-server-key");

/** The private key of the SFTP server. It is the same after a restart. */
export async function readServerKey(store: Store): Promise<string> {
  return (await readFile(keyFile(store), "utf8").catch(() => undefined)) ?? (await changeServerKey(store));
}

/**
 * Gives the SFTP server another key, as a server does that was set up again. The key is Node's: ssh2 can't read every ed25519 key that
 * it generates (https://github.com/mscdex/ssh2/issues/1390).
 */
export async function changeServerKey(store: Store): Promise<string> {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "sec1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  await writeFile(keyFile(store), privateKey, { mode: 0o600 });
  return privateKey;
}
