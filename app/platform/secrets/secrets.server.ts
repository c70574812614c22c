import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { conflict } from "../errors";
import { acceptedVerifiers, activeKey, isNamed, ownKeys, type SecretKey } from "./keys.server";

/** `v1:` and the encrypted value, or `v2:`, the id of its key, `:` and the encrypted value. */
const SEALED = /^(?:v1|v2:([\w-]+)):([\w+/]+=*)$/;

const PURPOSE = "stored credentials";

/** Encrypts a credential for storage (AES-256-GCM). `open` decrypts it. */
export function seal(plain: string): string {
  const key = activeKey();
  return sealWith(key, plain, isNamed(key));
}

/** Encrypts with a key. @param named whether the value names it */
export function sealWith(key: SecretKey, plain: string, named: boolean): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key.keyFor(PURPOSE), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  return `${named ? `v2:${key.id}` : "v1"}:${bytes.toString("base64")}`;
}

/**
 * Decrypts a credential that `seal` encrypted.
 * @throws when it was altered, or encrypted with a key that this process doesn't have
 */
export function open(sealed: string): string {
  const plain = openWith(ownKeys().all, sealed);
  if (plain === undefined)
    throw new Error("This credential was altered, or encrypted with a key that isn't set.");
  return plain;
}

/** As `open`. @throws 409 with the sentence when the key was lost */
export function openOrRefuse(sealed: string, sentence: string): string {
  try {
    return open(sealed);
  } catch {
    throw conflict(sentence);
  }
}

/** Decrypts with the key that fits. @returns undefined when none does. @throws for a text that isn't encrypted */
export function openWith(keys: readonly SecretKey[], sealed: string): string | undefined {
  const [, id, encoded] = SEALED.exec(sealed) ?? [];
  if (!encoded) throw new Error("This credential is not encrypted.");
  const bytes = Buffer.from(encoded, "base64");
  for (const key of keys)
    if (id === undefined || key.id === id) {
      try {
        const decipher = createDecipheriv("aes-256-gcm", key.keyFor(PURPOSE), bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
      } catch {
        // Of another key, or altered.
      }
    }
  return undefined;
}

/** Signs a text (HMAC, 96 bits) with a key of its purpose. */
export const signWith = (key: KeyObject, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url").slice(0, 16);

/** Signs a text that leaves the app and must come back unaltered. */
export const signatureOf = (purpose: string, text: string): string =>
  signWith(activeKey().keyFor(purpose), text);

/** Whether `signatureOf` made the signature, with the key in use or one that was retired in the last 30 days. */
export const isSignatureOf = (purpose: string, text: string, signature: string): boolean =>
  acceptedVerifiers(purpose).some((key) => {
    const [expected, actual] = [Buffer.from(signWith(key, text)), Buffer.from(signature)];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
