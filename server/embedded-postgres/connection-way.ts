import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { freePort } from "../process/ports.ts";
import { makePrivate, type ServerHome } from "./placement.ts";
import type { Account } from "./server-account.ts";

/** How clients reach the server, and what initdb and postgres must be told for it. */
export interface ConnectionWay {
  url(database: string): string;
  initdbArguments: string[];
  settings: Record<string, string>;
}

/**
 * A unix socket in a folder that only the server's account can enter (so no port and no password); on Windows, which has no such
 * folder permissions for sockets, a free loopback port and a random password.
 */
export async function connectionWay(home: ServerHome, account: Account): Promise<ConnectionWay> {
  return process.platform === "win32" ? loopback(home) : unixSocket(home, account);
}

// The kernel's address field holds 104 (macOS) to 108 bytes, and PostgreSQL adds "/.s.PGSQL.5432" to the folder's name.
const longestSocketFolder = 88;

function unixSocket(home: ServerHome, account: Account): ConnectionWay {
  const folder = Buffer.byteLength(home.run) <= longestSocketFolder ? home.run : shortFolder(home, account);
  return {
    url: (database) => `postgres://app@/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`,
    initdbArguments: ["-A", "trust"],
    settings: { listen_addresses: "", unix_socket_directories: folder },
  };
}

function shortFolder(home: ServerHome, account: Account): string {
  const folder = `/tmp/backroom-${createHash("sha256").update(home.data).digest("hex").slice(0, 16)}`;
  // /tmp is everybody's: a folder that somebody else prepared would hand them our passwordless socket.
  if (fs.existsSync(folder)) {
    const { uid } = fs.lstatSync(folder);
    const ours = [process.getuid?.(), "uid" in account.ids ? account.ids.uid : undefined];
    if (!ours.includes(uid))
      throw new Error(
        `${folder} belongs to another user; remove it so that PostgreSQL's socket can live there.`,
      );
  }
  makePrivate(folder, account);
  return folder;
}

async function loopback(home: ServerHome): Promise<ConnectionWay> {
  const passwordFile = path.join(home.run, "password");
  if (!fs.existsSync(passwordFile))
    fs.writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  const password = fs.readFileSync(passwordFile, "utf8");
  const port = await freePort();
  return {
    url: (database) => `postgres://app:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    initdbArguments: ["-A", "scram-sha-256", `--pwfile=${passwordFile}`],
    settings: { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
  };
}
