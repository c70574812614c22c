import { createHash } from "node:crypto";
import { Refusal } from "~/platform/errors";
import { CERTIFIED, NO_KEY } from "./port";

/** A server has another key than at the first connection. It may be another server. */
export class ServerKeyChanged extends Refusal {
  constructor(
    knownKey: string,
    /** The key that it has now, or `NO_KEY`. */
    readonly newKey: string,
  ) {
    const now = newKey === NO_KEY ? "it no longer has one" : `it is ${newKey}`;
    super(
      409,
      "SERVER_KEY_CHANGED",
      `The key of PriceSpider's server has changed, so nothing was sent. It was ${knownKey}, now ${now}. Ask PriceSpider whether they changed it, then accept the new key on this page.`,
    );
  }
}

/** The SHA-256 of a public key, as OpenSSH writes it. */
export const fingerprintOf = (publicKey: Buffer): string =>
  `SHA256:${createHash("sha256").update(publicKey).digest("base64").replace(/=+$/, "")}`;

/**
 * A server that an authority certifies needs no known key. One that was certified must be so again, or a forged certificate would do.
 * @throws ServerKeyChanged when the server had another key at the first connection
 */
export function requireKnownKey(knownKey: string | null, key: string | null): void {
  if (knownKey !== null && knownKey !== key && key !== CERTIFIED)
    throw new ServerKeyChanged(knownKey, key ?? NO_KEY);
}

/** What is needed of a server to replace a file. */
interface Renaming {
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/**
 * Renames a file over another one, also where the server's rename doesn't replace files. The other one is set aside rather than deleted
 * first: a server that refuses to rename keeps it. It has the name `{from}.old` in between.
 * @throws what the server answered to the rename
 */
export async function renameOver(server: Renaming, from: string, to: string): Promise<void> {
  try {
    return await server.rename(from, to);
  } catch (error) {
    const aside = `${from}.old`;
    // There is no other file, or the server doesn't rename at all.
    await server.rename(to, aside).catch(() => Promise.reject(error));
    try {
      await server.rename(from, to);
    } catch {
      await server.rename(aside, to);
      throw error;
    }
    // The file is there. The next delivery removes what stays.
    await server.remove(aside).catch(() => {});
  }
}
