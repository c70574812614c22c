import type { Store } from "../data/database.ts";
import type { UploadServer } from "./ftp-server.ts";
import { createUploadEvents, type UploadEvents } from "./upload-events.ts";

interface ReceiverOptions {
  /** 0 chooses a free port, as for SFTP. */
  ftpPort: number;
  sftpPort: number;
  host: string;
}

/** PriceSpider's servers, which receive feeds by FTP and SFTP. */
export interface Receiver {
  host: string;
  ftpPort: number;
  sftpPort: number;
  events: UploadEvents;
  /** Restarts the SFTP server on its port with another key. */
  changeKey(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the stand-in of PriceSpider's servers.
 * @throws Error that names the variable of a port in use
 */
export async function startReceiver(store: Store, options: ReceiverOptions): Promise<Receiver> {
  const { host } = options;
  // Loaded here, because few tests need them.
  const [{ startFtpServer }, { startSftpServer }, { changeServerKey }] = await Promise.all([
    import("./ftp-server.ts"),
    import("./sftp-server.ts"),
    import("./server-key.ts"),
  ]);
  const events = createUploadEvents();
  const ftp = await startFtpServer(store, { port: options.ftpPort, host, events });
  let sftp: UploadServer;
  try {
    sftp = await startSftpServer(store, { port: options.sftpPort, host, events });
  } catch (error) {
    await ftp.close();
    throw error;
  }
  return {
    host,
    ftpPort: ftp.port,
    sftpPort: sftp.port,
    events,
    async changeKey() {
      const { port } = sftp;
      await sftp.close();
      await changeServerKey(store);
      sftp = await startSftpServer(store, { port, host, events });
    },
    async close() {
      await Promise.all([ftp.close(), sftp.close()]);
    },
  };
}
