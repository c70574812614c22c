import { decodeBytes, type TextEncodingName } from "./text-encodings";

/** How a text file's bytes are read. */
export interface DetectedEncoding {
  encoding: TextEncodingName;
  /** Neither a mark nor the bytes themselves prove the encoding. */
  isGuess: boolean;
}

/** Finds the encoding of a text: by its mark, else UTF-8 where the bytes are that, else the likeliest of the common code pages. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: "utf-16le", isGuess: false };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", isGuess: false };
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: "utf-8", isGuess: false };
  const wide = wideEncoding(bytes);
  if (wide) return { encoding: wide, isGuess: true };
  if (isUtf8(bytes)) return { encoding: "utf-8", isGuess: false };
  if (isMostlyUtf8(bytes)) return { encoding: "utf-8", isGuess: true };
  return { encoding: likeliest(bytes), isGuess: true };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A few bad bytes don't make another encoding of a text: other encodings hardly ever form characters of UTF-8. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = decodeBytes(bytes, "utf-8");
  const bad = countOf(text, /\uFFFD/g);
  return countOf(text, /[^\0-\x7f\uFFFD]/gu) >= bad;
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const SAMPLE = 4_096;

/** UTF-16 without its mark: of western texts, every second byte is zero. */
function wideEncoding(bytes: Uint8Array): TextEncodingName | null {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, SAMPLE) & ~1;
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  const enough = length / 4;
  if (low > enough && high === 0) return "utf-16le";
  if (high > enough && low === 0) return "utf-16be";
  return null;
}

/** The code pages that are distinguished. The first of equally likely ones is taken. */
const CANDIDATES = ["windows-1252", "macintosh", "windows-1250", "windows-1251", "ibm437"] as const;

/** Bytes that are scored. A long text has its accents everywhere. */
const SCORED = 400_000;

function likeliest(bytes: Uint8Array): TextEncodingName {
  let best: TextEncodingName = "windows-1252";
  let highest = Number.NEGATIVE_INFINITY;
  for (const encoding of CANDIDATES) {
    const score = plausibility(decodeBytes(bytes.subarray(0, SCORED), encoding));
    if (score > highest) [best, highest] = [encoding, score];
  }
  return best;
}

/** A character outside of ASCII with its neighbors, which may be such characters themselves. */
const FOREIGN = /(?<=(.?))([^\0-\x7f])(?=(.?))/gsu;
const LETTER = /\p{L}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const TYPOGRAPHIC = /[’‘“”–—…€£©®™°\u00a0«»¿¡ºª½¼¾´²³·]/u;

/** How much a text looks like words: accented letters in the middle of words, capitals at their beginning, no signs within them. */
function plausibility(text: string): number {
  let score = 0;
  for (const [, before = "", character = "", after = ""] of text.matchAll(FOREIGN)) {
    if (LETTER.test(character)) score += letterScore(before, character, after);
    else if (/[\p{Cc}\uFFFD]/u.test(character)) score -= 5;
    else if (LETTER.test(before) && LETTER.test(after)) score -= character === "’" ? 0 : 3;
    else score -= TYPOGRAPHIC.test(character) ? 0 : 2;
  }
  return score;
}

function letterScore(before: string, letter: string, after: string): number {
  const isCyrillic = CYRILLIC.test(letter);
  const neighbors = [before, after].filter((other) => LETTER.test(other));
  if (neighbors.some((other) => CYRILLIC.test(other) !== isCyrillic)) return -3;
  // A capital within a word that isn't in capitals.
  if (UPPER.test(letter) && LOWER.test(before)) return -3;
  if (isCyrillic) return neighbors.length > 0 ? 2 : 0;
  // Words of Latin letters hardly ever have three accents in a row.
  const accents = neighbors.filter((other) => other > "\x7f").length;
  if (accents === 2) return -4;
  return neighbors.length === 0 ? 0 : accents === 1 ? 1 : 2;
}
