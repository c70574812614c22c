import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { TLSSocket } from "node:tls";
import { Client, FTPError, type TransferStrategy } from "basic-ftp";
import { resolveOutboundHost } from "~/platform/outbound-host.server";
import { CERTIFIED, type ConnectToServer, type ServerStep, type UploadFolder } from "./port";
import { fingerprintOf, renameOver, requireKnownKey } from "./server-key.server";
import { serverRefusal } from "./server-refusal.server";

/** How long the server may send nothing (milliseconds). */
const IDLE_TIMEOUT_MS = 30_000;

/** The port on which FTP servers expect TLS from the first byte (https://www.iana.org/assignments/service-names-port-numbers, ftps). */
export const IMPLICIT_TLS_PORT = 990;

interface FtpServer {
  host: string;
  address: string;
  port: number;
  isImplicit?: boolean;
}

/** An FTP client that uses TLS where the server offers it, and sends files only to the server that it has signed in to. */
export class FtpClient extends Client {
  private controlFingerprint: string | null = null;

  constructor() {
    // Without `allowSeparateTransferHost`, the library refuses a passive address on another host.
    super(IDLE_TIMEOUT_MS);
  }

  /**
   * Connects, with TLS where the server offers it. On the port of implicit FTPS, the server expects TLS from the first byte.
   * @param host as the certificate names it
   * @param address its IP address
   * @param signal ends the handshake
   * @returns the SHA-256 fingerprint of the server's public key, or CERTIFIED. Null when the server doesn't offer TLS
   */
  async open(
    { host, address, port, isImplicit = port === IMPLICIT_TLS_PORT }: FtpServer,
    signal: AbortSignal,
  ): Promise<string | null> {
    // A certificate that no authority signed is accepted and pinned by its public key, like an SFTP host key.
    const options = { host, servername: isIP(host) ? undefined : host, rejectUnauthorized: false };
    if (isImplicit) {
      await Promise.race([this.connectImplicitTLS(address, port, options), rejectOnHandshakeTimeout(signal)]);
      return this.readServerKey();
    }
    await this.connect(address, port);
    try {
      // biome-ignore lint/correctness/useHookAtTopLevel: a library method, not a React hook
      await Promise.race([this.useTLS(options), rejectOnHandshakeTimeout(signal)]);
    } catch (error) {
      // After a temporary refusal (4xx), going on without TLS would send the password unencrypted.
      if (error instanceof FTPError && error.code >= 500) return null;
      throw error;
    }
    return this.readServerKey();
  }

  private readServerKey(): string {
    const socket = this.ftp.socket as TLSSocket;
    this.controlFingerprint = keyFingerprintOf(socket);
    return socket.authorized ? CERTIFIED : this.controlFingerprint;
  }

  /** Each data connection has a handshake of its own. One that doesn't resume the session must present the same key. */
  protected override _enterFirstCompatibleMode(strategies: TransferStrategy[]): TransferStrategy {
    const compared = strategies.map(
      (enter): TransferStrategy =>
        async (ftp) => {
          const answer = await enter(ftp);
          const { dataSocket } = ftp;
          if (dataSocket instanceof TLSSocket)
            dataSocket.prependOnceListener("secureConnect", () => {
              if (!dataSocket.isSessionReused() && keyFingerprintOf(dataSocket) !== this.controlFingerprint)
                dataSocket.destroy(new Error("The data connection goes to another server."));
            });
          return answer;
        },
    );
    return super._enterFirstCompatibleMode(compared);
  }
}

/** The library's handshake has no time limit, and doesn't end when the connection is closed during it. */
const rejectOnHandshakeTimeout = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(IDLE_TIMEOUT_MS);
    timeout.addEventListener("abort", () => reject(new Error("Timeout (TLS handshake)")));
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: timeout });
  });

function keyFingerprintOf(socket: TLSSocket): string {
  const { publicKey } = new X509Certificate(socket.getPeerCertificate().raw);
  return fingerprintOf(publicKey.export({ type: "spki", format: "der" }));
}

/** Signs in by FTP, with TLS where the server offers it. Transfers are passive. */
export const connectByFtp: ConnectToServer = async (access, signal, onStep = () => {}) => {
  const { host, port, user, password, directory, knownKey } = access;
  const client = new FtpClient();
  const close = () => {
    signal.removeEventListener("abort", close);
    client.close();
  };
  signal.addEventListener("abort", close);
  const atStep: AtStep = async (step, work) => {
    onStep(step);
    try {
      return await work();
    } catch (error) {
      throw await serverRefusal(error, access, { signal, step });
    }
  };
  try {
    const serverKey = await atStep({ name: "connect" }, async () => {
      signal.throwIfAborted();
      const address = await resolveOutboundHost(host, port);
      // A client that was closed before would connect all the same.
      signal.throwIfAborted();
      const key = await client.open({ host, address, port }, signal);
      requireKnownKey(knownKey, key);
      return key;
    });
    await atStep({ name: "signIn" }, async () => {
      await client.login(user, password);
      await client.useDefaultSettings();
    });
    if (directory) await atStep({ name: "folder" }, () => client.cd(directory));
    return { ...folderOf(client, atStep), isEncrypted: serverKey !== null, serverKey, close };
  } catch (error) {
    close();
    throw error;
  }
};

/** Runs a step, and throws its errors as refusals that name it. */
type AtStep = <T>(step: ServerStep, work: () => Promise<T>) => Promise<T>;

function folderOf(
  client: FtpClient,
  atStep: AtStep,
): Omit<UploadFolder, "isEncrypted" | "serverKey" | "close"> {
  const listFiles = async () => {
    const entries = await client.list();
    return entries.filter(({ isFile }) => isFile).map(({ name, size }) => ({ name, size }));
  };
  return {
    listFiles: () => atStep({ name: "folder" }, listFiles),
    upload: (path, name, onProgress) =>
      atStep({ name: "write", file: name }, async () => {
        client.trackProgress(({ bytes }) => onProgress(bytes));
        try {
          await client.uploadFrom(path, name);
        } finally {
          client.trackProgress();
        }
      }),
    rename: (from, to) =>
      atStep({ name: "rename", file: from }, () =>
        renameOver(
          {
            rename: async (name, newName) => void (await client.rename(name, newName)),
            remove: async (name) => void (await client.remove(name)),
          },
          from,
          to,
        ),
      ),
    remove: (name) => atStep({ name: "delete", file: name }, async () => void (await client.remove(name))),
  };
}
