import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

const PREFIX = "v1:";

/** Derived keys by secret and purpose: a page signs two cursors, and deriving a key costs more than using it. */
const keys = new Map<string, KeyObject>();

/** Derives a key from `BACKROOM_SECRET_KEY`, or else from the app's API secret. It is never stored in the database. */
function key(purpose = "stored credentials"): KeyObject {
  const material = process.env.BACKROOM_SECRET_KEY ?? process.env.SHOPIFY_API_SECRET;
  if (!material)
    throw new Error("BACKROOM_SECRET_KEY or SHOPIFY_API_SECRET must be set to encrypt credentials.");
  const name = JSON.stringify([material, purpose]);
  const existing = keys.get(name);
  if (existing) return existing;
  const derived = createSecretKey(Buffer.from(hkdfSync("sha256", material, "backroom", purpose, 32)));
  keys.set(name, derived);
  return derived;
}

/** Encrypts a credential for storage (AES-256-GCM). `open` decrypts it. */
export function seal(plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key(), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

/**
 * Decrypts a credential that `seal` encrypted.
 * @throws when it was altered or encrypted with another key.
 */
export function open(sealed: string): string {
  if (!sealed.startsWith(PREFIX)) throw new Error("This credential is not encrypted.");
  const bytes = Buffer.from(sealed.slice(PREFIX.length), "base64");
  const decipher = createDecipheriv("aes-256-gcm", key(), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}

/** Signs a text (HMAC, 96 bits) that leaves the app and must come back unaltered. */
export const signatureOf = (purpose: string, text: string): string =>
  createHmac("sha256", key(purpose)).update(text).digest("base64url").slice(0, 16);
