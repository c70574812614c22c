import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { freePort } from "../process/ports.ts";
import { makePrivate, type ServerHome } from "./placement.ts";
import type { Account } from "./server-account.ts";

/** How clients connect to the server, with the options of initdb and postgres for it. */
export interface ConnectionSettings {
  url(database: string): string;
  initdbArguments: string[];
  settings: Record<string, string>;
}

/**
 * Uses a unix socket in a folder that only the server's account can enter, without port and password. On Windows, which lacks such
 * permissions for sockets, it uses a free loopback port and a random password.
 */
export async function connectionSettings(home: ServerHome, account: Account): Promise<ConnectionSettings> {
  return process.platform === "win32" ? loopback(home) : unixSocket(home, account);
}

// The kernel's address field holds 104 (macOS) to 108 bytes, and PostgreSQL adds "/.s.PGSQL.5432" to the folder's name.
const MAX_SOCKET_FOLDER_BYTES = 88;

function unixSocket(home: ServerHome, account: Account): ConnectionSettings {
  const folder =
    Buffer.byteLength(home.run) <= MAX_SOCKET_FOLDER_BYTES ? home.run : shortFolder(home, account);
  return {
    url: (database) => `postgres://app@/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`,
    initdbArguments: ["-A", "trust"],
    settings: { listen_addresses: "", unix_socket_directories: folder },
  };
}

function shortFolder(home: ServerHome, account: Account): string {
  const folder = `/tmp/backroom-${createHash("sha256").update(home.data).digest("hex").slice(0, 16)}`;
  // Every user can write to /tmp: a folder that another user prepared would give them access to the passwordless socket.
  if (fs.existsSync(folder)) {
    const { uid } = fs.lstatSync(folder);
    const ownIds = [process.getuid?.(), "uid" in account.ids ? account.ids.uid : undefined];
    if (!ownIds.includes(uid))
      throw new Error(
        `${folder} belongs to another user. Remove it, because PostgreSQL's socket must be there.`,
      );
  }
  makePrivate(folder, account);
  return folder;
}

async function loopback(home: ServerHome): Promise<ConnectionSettings> {
  const passwordFile = path.join(home.run, "password");
  // A full disk leaves an empty file.
  if (!fs.existsSync(passwordFile) || fs.statSync(passwordFile).size === 0)
    fs.writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  const password = fs.readFileSync(passwordFile, "utf8");
  const port = await freePort();
  return {
    url: (database) => `postgres://app:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    initdbArguments: ["-A", "scram-sha-256", `--pwfile=${passwordFile}`],
    settings: { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
  };
}
