import { createCipheriv, createHash } from "node:crypto";

/**
 * Whether a PDF can't be opened without a password. Many shops encrypt their receipts with a password that only changes need: those open
 * everywhere with the empty one. Reads the encryption dictionary (ISO 32000-2, 7.6) and nothing else. A file whose dictionary can't be
 * understood counts as open: decoding it later refuses it.
 */
export function needsPassword(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("latin1");
  // The newest trailer is the last one. Trailers and their references are never compressed or encrypted.
  const dictionary = encryptionIn(text);
  if (dictionary === undefined) return false;
  // Another security handler, such as a certificate, has no password that could be empty.
  if (!/\/Filter\s*\/Standard\b/.test(dictionary)) return true;
  const numberOf = (name: string, otherwise: number) =>
    Number(new RegExp(`/${name}\\s+(-?\\d+)`).exec(dictionary)?.[1] ?? otherwise);
  const [user, owner] = [stringAfter(dictionary, "U"), stringAfter(dictionary, "O")];
  if (!user || !owner) return false;
  const revision = numberOf("R", 0);
  if (revision >= 5) return user.length >= 48 && !opensWithHash(user, revision);
  const id = stringAfter(text.slice(text.lastIndexOf("/ID")), "ID") ?? Buffer.alloc(0);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(numberOf("P", 0) | 0);
  const isMetadataOpen = revision >= 4 && /\/EncryptMetadata\s+false/.test(dictionary);
  const parts = [owner.subarray(0, 32), permissions, id, Buffer.alloc(isMetadataOpen ? 4 : 0, 0xff)];
  return keyLengthsIn(dictionary, revision).every((length) => {
    const check = checkOf(keyOf({ parts, length, revision }), id, revision);
    return !check.equals(user.subarray(0, revision === 2 ? 32 : 16));
  });
}

/** As written, of a string. Writers make 16 bytes for an id, and up to 127 for the others. A stranger's can be as long as the file. */
const MAX_STRING = 4_096;

/** The encryption dictionary, which a trailer names or has itself. */
function encryptionIn(text: string): string | undefined {
  let place: RegExpExecArray | undefined;
  for (const match of text.matchAll(/\/Encrypt\s*(?:<<|(\d{1,10})\s+(\d{1,5})\s+R)/g)) place = match;
  if (!place) return undefined;
  const [, number, generation] = place;
  const start = number ? text.search(new RegExp(`(?<!\\d)${number}\\s+${generation}\\s+obj`)) : place.index;
  const end = text.indexOf(number ? "endobj" : "startxref", start);
  return start < 0 || end < 0 ? undefined : text.slice(start, end);
}

/** The lengths in bytes that the file's key may have. The dictionary and its filter may each name one, in bits or in bytes. */
function keyLengthsIn(dictionary: string, revision: number): number[] {
  if (revision === 2) return [5];
  const named = Array.from(dictionary.matchAll(/\/Length\s+(\d+)/g), ([, digits]) => Number(digits));
  const lengths = [...named.map((number) => (number >= 40 ? number / 8 : number)), 16, 5];
  return [...new Set(lengths)].filter((length) => Number.isInteger(length) && length >= 5 && length <= 16);
}

/** A literal or hexadecimal string that follows a name, also inside an array. */
function stringAfter(text: string, name: string): Buffer | undefined {
  // A stranger's file can have millions of spaces there. Two neighboring \s* would try each way to divide them.
  const at = new RegExp(`/${name}\\s*(?:\\[\\s*)?(?=[(<])`).exec(text);
  if (!at) return undefined;
  const start = at.index + at[0].length;
  const rest = text.slice(start, start + MAX_STRING);
  if (rest.startsWith("<")) return Buffer.from(rest.slice(1, rest.indexOf(">")).replace(/\s/g, ""), "hex");
  return literalString(rest);
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** A string in parentheses (7.3.4.2): nested ones count, and a backslash escapes. */
function literalString(text: string): Buffer {
  let [value, depth] = ["", 0];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (character === "\\") {
      const octal = /^[0-7]{1,3}/.exec(text.slice(index + 1, index + 4))?.[0];
      const next = text[index + 1] ?? "";
      const isLineEnd = next === "\n" || next === "\r";
      value += octal
        ? String.fromCharCode(Number.parseInt(octal, 8) & 255)
        : isLineEnd
          ? ""
          : (ESCAPES[next] ?? next);
      index += octal?.length ?? (text.startsWith("\r\n", index + 1) ? 2 : 1);
      continue;
    }
    if (character === "(" && ++depth === 1) continue;
    if (character === ")" && --depth === 0) break;
    value += character;
  }
  return Buffer.from(value, "latin1");
}

/** What the standard puts after a password that is shorter than 32 bytes: all of it, for the empty one. */
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

const hash = (algorithm: string, ...parts: Uint8Array[]): Buffer =>
  parts.reduce((all, part) => all.update(part), createHash(algorithm)).digest();

/** The file's key with the empty password (algorithm 2). */
function keyOf({ parts, length, revision }: { parts: Buffer[]; length: number; revision: number }): Buffer {
  let digest = hash("md5", PADDING, ...parts);
  if (revision >= 3)
    for (let round = 0; round < 50; round += 1) digest = hash("md5", digest.subarray(0, length));
  return digest.subarray(0, length);
}

/** What `/U` begins with when the key is right (algorithms 4 and 5). */
function checkOf(key: Buffer, id: Buffer, revision: number): Buffer {
  if (revision === 2) return rc4(key, PADDING);
  let check = hash("md5", PADDING, id);
  for (let round = 0; round < 20; round += 1)
    check = rc4(Buffer.from(key.map((byte) => byte ^ round)), check);
  return check;
}

/** Node's own is a legacy algorithm, which not every build of OpenSSL has. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) & 255;
      other = (other + (state[one] ?? 0)) & 255;
      swap(one, other);
      return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
    }),
  );
}

/** Whether the empty password has the hash of `/U` (algorithm 11): 32 bytes of hash, then 8 bytes of salt. */
function opensWithHash(user: Buffer, revision: number): boolean {
  let key = hash("sha256", user.subarray(32, 40));
  // Algorithm 2.B, which revision 6 added.
  for (let round = 0, last = 0; revision >= 6 && (round < 64 || last > round - 32); round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    );
    const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hash(["sha256", "sha384", "sha512"][remainder] ?? "sha256", encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32).equals(user.subarray(0, 32));
}
