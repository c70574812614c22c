/** The kinds of servers, as the settings name them. */
export const FTP_CLIENTS = ["FTP", "SFTP"] as const;
export type FtpClient = (typeof FTP_CLIENTS)[number];

/** In place of a key: the server no longer has one. */
export const NO_KEY = "none";

/** In place of a key: a certificate authority identifies the server, so that its key can change. */
export const CERTIFIED = "certified by an authority";

/** Where the server of PriceSpider is, and who signs in there. */
export interface ServerAccess {
  client: FtpClient;
  host: string;
  port: number;
  user: string;
  password: string;
  /** The folder for uploads. It must exist. */
  directory: string;
  /** The key that the server had at the first connection. Null before. */
  knownKey: string | null;
}

/** What a connection does, for the sentences about what failed. A file is named where there is one. */
export interface ServerStep {
  name: "connect" | "signIn" | "folder" | "write" | "rename" | "delete";
  file?: string;
}

/** The steps of a test, in their order. Each needs those before it. */
export const TEST_STEPS = [
  "Name",
  "Port",
  "Server",
  "Key",
  "Sign-in",
  "Folder",
  "Write",
  "Rename",
  "Delete",
] as const;

/** A file in the folder for uploads. */
export interface ServerFile {
  name: string;
  /** In bytes. */
  size: number;
}

/** A connection to the folder for uploads. All of its functions throw a 502 refusal when the server refuses or doesn't answer. */
export interface UploadFolder {
  /** False for FTP without TLS. */
  isEncrypted: boolean;
  /**
   * What the next connection must find again: the SHA-256 of the server's public key, or that an authority certifies it. Null for FTP
   * without TLS, where nothing identifies the server.
   */
  serverKey: string | null;
  listFiles(): Promise<ServerFile[]>;
  /** @param onProgress gets the number of bytes so far */
  upload(path: string, name: string, onProgress: (bytes: number) => void): Promise<void>;
  /** Renames a file. It replaces the file that has the name, in one step where the server can. */
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): void;
}

/**
 * Signs in to a server.
 * @param onStep is called before each step
 * @throws ServerKeyChanged before the password is sent, when the server isn't the one of the first connection, or a 502 refusal
 */
export type ConnectToServer = (
  access: ServerAccess,
  signal: AbortSignal,
  onStep?: (step: ServerStep) => void,
) => Promise<UploadFolder>;
