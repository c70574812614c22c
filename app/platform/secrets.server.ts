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

/** Derived keys by their material and purpose: a page marks two cursors, and deriving a key costs more than using it. */
const keys = new Map<string, KeyObject>();

/** The key never lies in the database: `BACKROOM_SECRET_KEY`, or else derived from the app's API secret. */
function key(purpose = "stored credentials"): KeyObject {
  const material = process.env.BACKROOM_SECRET_KEY ?? process.env.SHOPIFY_API_SECRET;
  if (!material)
    throw new Error("BACKROOM_SECRET_KEY or SHOPIFY_API_SECRET is needed to keep credentials encrypted.");
  const name = JSON.stringify([material, purpose]);
  const known = keys.get(name);
  if (known) return known;
  const derived = createSecretKey(Buffer.from(hkdfSync("sha256", material, "backroom", purpose, 32)));
  keys.set(name, derived);
  return derived;
}

/** Encrypts a credential for storage (AES-256-GCM); the result is text that `open` reads back. */
export function seal(plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key(), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

/**
 * Reads a credential that `seal` wrote.
 * @throws when it was altered, or sealed with another key.
 */
export function open(sealed: string): string {
  if (!sealed.startsWith(PREFIX)) throw new Error("This credential is not sealed.");
  const bytes = Buffer.from(sealed.slice(PREFIX.length), "base64");
  const decipher = createDecipheriv("aes-256-gcm", key(), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}

/** A mark (96 bits) that only this app can put on a text, for what leaves it and comes back unaltered. */
export const markOf = (purpose: string, text: string): string =>
  createHmac("sha256", key(purpose)).update(text).digest("base64url").slice(0, 16);
