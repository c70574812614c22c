import fs from "node:fs";
import type { AddressInfo, Server, Socket } from "node:net";
import path from "node:path";
import { FileSystem, type FtpConnection, FtpSrv } from "ftp-srv";
import type { ShopConfig } from "../config.ts";
import type { Store } from "../data/database.ts";
import { listenError } from "../http/listen.ts";
import { accountFolder, findAccount } from "./accounts.ts";
import { certificate } from "./certificate.ts";
import type { UploadEvents } from "./upload-events.ts";
import { DISK_FULL, isInjected } from "./upload-faults.ts";

export interface UploadServerOptions {
  /** 0 chooses a free port. */
  port: number;
  host: string;
  events: UploadEvents;
}

/** A running FTP or SFTP server. */
export interface UploadServer {
  port: number;
  close(): Promise<void>;
}

/** What the server logs is of no use here. */
const silence = () => {};
const log = {
  trace: silence,
  debug: silence,
  info: silence,
  warn: silence,
  error: silence,
  child: () => log,
};

/** Of the library, but not in its types. */
interface Internals {
  server: Server;
  getNextPasvPort(): Promise<number>;
}

/**
 * Starts an FTP server with TLS and passive transfers for the shops' accounts.
 * @param tls false: as a server without a certificate. "implicit": TLS from the first byte
 * @throws Error that names LOCAL_STORE_FTP_PORT if the port is in use
 */
export async function startFtpServer(
  store: Store,
  { port, host, events, tls = true }: UploadServerOptions & { tls?: boolean | "implicit" },
): Promise<UploadServer> {
  const server = withoutSignals(
    () =>
      new FtpSrv({
        url: `${tls === "implicit" ? "ftps" : "ftp"}://${host}:${port}`,
        pasv_url: host,
        tls: tls && certificate,
        log,
      }),
  );
  const internals = server as unknown as Internals;
  // Each transfer has a port of its own, which the system chooses.
  internals.getNextPasvPort = async () => 0;
  server.on("login", ({ connection, username, password }, resolve, reject) => {
    const shop = findAccount(username, password);
    if (!shop || isInjected(store, shop, "uploadLoginRefused")) return reject(new Error("Login incorrect."));
    events.emit("login", username);
    accountFolder(store, shop).then(
      (root) => resolve({ fs: new AccountFiles(connection, root, { store, shop, events }) }),
      reject,
    );
  });
  // A client that disconnects must not end the process.
  server.on("client-error", silence);
  try {
    await server.listen();
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, port, "LOCAL_STORE_FTP_PORT");
  }
  return {
    port: (internals.server.address() as AddressInfo).port,
    close: async () => void (await server.close()),
  };
}

/** The library ends the process at a signal. Here the local store does, after it has closed the rest. */
function withoutSignals<T>(create: () => T): T {
  const signals = ["SIGTERM", "SIGINT", "SIGQUIT"] as const;
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const created = create();
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!before.has(listener)) process.removeListener(signal, listener);
  return created;
}

interface Account {
  store: Store;
  shop: ShopConfig;
  events: UploadEvents;
}

/** The files of an account, with its faults. */
class AccountFiles extends FileSystem {
  constructor(
    connection: FtpConnection,
    root: string,
    private readonly account: Account,
  ) {
    super(connection, { root, cwd: "/" });
  }

  override write(name: string, options?: { append?: boolean; start?: unknown }) {
    const { store, shop, events } = this.account;
    holdEarlyErrors(this.connection);
    events.emit("upload", name);
    if (!isInjected(store, shop, "uploadDiskFull")) return super.write(name, options);
    const file = path.join(this.root, path.posix.resolve(this.cwd, name));
    return { stream: fs.createWriteStream(file, { fs: fullDisk }), clientPath: name };
  }

  override async rename(from: string, to: string) {
    this.account.events.emit("rename", to);
    return super.rename(from, to);
  }
}

/**
 * Between the beginning of an upload and its answer 150, the library has a promise without a handler. A client that disconnects
 * then must not end the process: an error of the data connection waits for the answer.
 */
function holdEarlyErrors(connection: FtpConnection): void {
  const { connector } = connection as unknown as { connector: { socket: Socket } };
  const { socket } = connector;
  const emit: (event: string, ...details: unknown[]) => boolean = socket.emit.bind(socket);
  const reply = connection.reply.bind(connection);
  const answered = new Promise<void>((resolve) => {
    connection.reply = (options, ...letters) => {
      connection.reply = reply;
      const answer = reply(options, ...letters);
      // The library handles errors from the next turn on.
      answer.then(() => setImmediate(resolve));
      return answer;
    };
  });
  socket.emit = (event: string, ...details: unknown[]) => {
    if (event !== "error") return emit(event, ...details);
    void answered.then(() => emit(event, ...details));
    return true;
  };
}

/** A disk that has room for half of the first part. */
const fullDisk = {
  ...fs,
  writev: undefined,
  write(
    descriptor: number,
    part: Buffer,
    offset: number,
    length: number,
    position: number | null,
    done: (error: Error) => void,
  ) {
    fs.write(descriptor, part, offset, Math.floor(length / 2), position, () => done(new Error(DISK_FULL)));
  },
} as unknown as NonNullable<Parameters<typeof fs.createWriteStream>[1] & object>["fs"];
