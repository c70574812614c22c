import { once } from "node:events";
import type { AddressInfo } from "node:net";
import ssh2, { type AuthContext, type Connection } from "ssh2";
import type { ShopConfig } from "../config.ts";
import type { Store } from "../data/database.ts";
import { listenError } from "../http/listen.ts";
import { accountFolder, findAccount } from "./accounts.ts";
import type { UploadServer, UploadServerOptions } from "./ftp-server.ts";
import { readServerKey } from "./server-key.ts";
import { answerSftp } from "./sftp-session.ts";
import { isInjected } from "./upload-faults.ts";

/**
 * Starts an SFTP server for the shops' accounts.
 * @param posixRename false: as a server other than OpenSSH
 * @throws Error that names LOCAL_STORE_SFTP_PORT if the port is in use
 */
export async function startSftpServer(
  store: Store,
  { port, host, events, posixRename = true }: UploadServerOptions & { posixRename?: boolean },
): Promise<UploadServer> {
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [await readServerKey(store)] }, (connection) => {
    connections.add(connection);
    // Of the library, but not in its types. Without it, each answer waits for the acknowledgment of the one before.
    (connection as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true);
    let shop: ShopConfig | undefined;
    // A client that disconnects must not end the process.
    connection.on("error", () => {});
    connection.on("close", () => connections.delete(connection));
    connection.on("authentication", (attempt: AuthContext) => {
      if (attempt.method !== "password") return attempt.reject(["password"]);
      shop = findAccount(attempt.username, attempt.password);
      if (!shop || isInjected(store, shop, "uploadLoginRefused")) return attempt.reject();
      events.emit("login", attempt.username);
      attempt.accept();
    });
    connection.on("session", (acceptSession) => {
      acceptSession().on("sftp", async (acceptSftp) => {
        if (!shop) return;
        const root = await accountFolder(store, shop);
        // The library answers "unsupported" to requests that arrive before their handlers.
        answerSftp(acceptSftp(), { store, shop, events, root, posixRename });
      });
    });
  });
  const listening = once(server, "listening");
  server.listen(port, host);
  await listening.catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, port, "LOCAL_STORE_SFTP_PORT");
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.end();
      }),
  };
}
