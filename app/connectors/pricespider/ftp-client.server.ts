import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { TLSSocket } from "node:tls";
import { Client, FTPError, type TransferStrategy } from "basic-ftp";
import { CERTIFIED } from "./port";
import { fingerprintOf } from "./server-key.server";

/** How long the server may be silent. */
const SILENCE_MS = 30_000;

/** An FTP client that uses TLS where the server offers it, and sends files only to the server that it has signed in to. */
export class FtpClient extends Client {
  private controlKey: string | null = null;

  constructor() {
    // Without `allowSeparateTransferHost`, the library refuses a passive address on another host.
    super(SILENCE_MS);
  }

  /**
   * Encrypts the connection.
   * @param host as the certificate names it
   * @param signal ends the handshake
   * @returns the key of the server, or CERTIFIED. Null when the server doesn't offer TLS
   */
  async encrypt(host: string, signal: AbortSignal): Promise<string | null> {
    try {
      // A certificate without an authority is compared by its key, as that of an SFTP server.
      const options = { host, servername: isIP(host) ? undefined : host, rejectUnauthorized: false };
      // biome-ignore lint/correctness/useHookAtTopLevel: a method of the library, no hook of React
      await Promise.race([this.useTLS(options), handshakeLimit(signal)]);
    } catch (error) {
      // After a temporary refusal (4xx), a password without TLS would be readable on the way.
      if (error instanceof FTPError && error.code >= 500) return null;
      throw error;
    }
    const socket = this.ftp.socket as TLSSocket;
    this.controlKey = keyOf(socket);
    return socket.authorized ? CERTIFIED : this.controlKey;
  }

  /** Each data connection has a handshake of its own. One that doesn't resume the session must be with the same key. */
  protected override _enterFirstCompatibleMode(strategies: TransferStrategy[]): TransferStrategy {
    const compared = strategies.map(
      (enter): TransferStrategy =>
        async (ftp) => {
          const answer = await enter(ftp);
          const { dataSocket } = ftp;
          if (dataSocket instanceof TLSSocket)
            dataSocket.prependOnceListener("secureConnect", () => {
              if (!dataSocket.isSessionReused() && keyOf(dataSocket) !== this.controlKey)
                dataSocket.destroy(new Error("The data connection leads to another server."));
            });
          return answer;
        },
    );
    return super._enterFirstCompatibleMode(compared);
  }
}

/** The library's handshake has no time limit, and doesn't end when the connection is closed during it. */
const handshakeLimit = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const silence = AbortSignal.timeout(SILENCE_MS);
    silence.addEventListener("abort", () => reject(new Error("Timeout (TLS handshake)")));
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: silence });
  });

function keyOf(socket: TLSSocket): string {
  const { publicKey } = new X509Certificate(socket.getPeerCertificate().raw);
  return fingerprintOf(publicKey.export({ type: "spki", format: "der" }));
}
