/** DOS code pages, which Excel's "CSV (MS-DOS)" writes and browsers don't know: their characters from 0x80 on. */
const DOS_TABLES = {
  ibm437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
} as const;

/** The encodings in which a text file can be read, with the names that people see. All others are what `TextDecoder` calls them. */
export const TEXT_ENCODINGS = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16)",
  "utf-16be": "Unicode (UTF-16, big-endian)",
  "windows-1252": "Western (Windows-1252)",
  macintosh: "Western (Mac Roman)",
  ibm437: "Western (DOS, code page 437)",
  ibm850: "Western (DOS, code page 850)",
  "iso-8859-15": "Western (ISO 8859-15)",
  "windows-1250": "Central European (Windows-1250)",
  "iso-8859-2": "Central European (ISO 8859-2)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "x-mac-cyrillic": "Cyrillic (Mac)",
  "koi8-r": "Cyrillic (KOI8-R)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1254": "Turkish (Windows-1254)",
  "windows-1255": "Hebrew (Windows-1255)",
  "windows-1256": "Arabic (Windows-1256)",
  "windows-1257": "Baltic (Windows-1257)",
  "windows-1258": "Vietnamese (Windows-1258)",
  "windows-874": "Thai (Windows-874)",
  shift_jis: "Japanese (Shift JIS)",
  "euc-jp": "Japanese (EUC)",
  gb18030: "Simplified Chinese (GB 18030)",
  big5: "Traditional Chinese (Big5)",
  "euc-kr": "Korean (EUC-KR)",
} as const;
export type TextEncodingName = keyof typeof TEXT_ENCODINGS;

/** Decodes bytes, with U+FFFD for those that mean nothing in the encoding. A byte order mark is left out. */
export function decodeBytes(bytes: Uint8Array, encoding: TextEncodingName): string {
  if (encoding !== "ibm437" && encoding !== "ibm850") return new TextDecoder(encoding).decode(bytes);
  const table = DOS_TABLES[encoding];
  let text = "";
  for (let start = 0; start < bytes.length; start += PIECE) {
    const codes = Array.from(bytes.subarray(start, start + PIECE), (byte) =>
      byte < 0x80 ? byte : table.charCodeAt(byte - 0x80),
    );
    text += String.fromCharCode(...codes);
  }
  return text;
}

const PIECE = 8_192;

/** By the number of a Windows code page, as xls files name them. */
const CODE_PAGES: Readonly<Record<number, TextEncodingName>> = {
  437: "ibm437",
  850: "ibm850",
  874: "windows-874",
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  1250: "windows-1250",
  1251: "windows-1251",
  1252: "windows-1252",
  1253: "windows-1253",
  1254: "windows-1254",
  1255: "windows-1255",
  1256: "windows-1256",
  1257: "windows-1257",
  1258: "windows-1258",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  20866: "koi8-r",
  28592: "iso-8859-2",
  28605: "iso-8859-15",
  // How Excel for Mac writes Mac Roman, and how old files write Windows-1252.
  32768: "macintosh",
  32769: "windows-1252",
  65001: "utf-8",
};

/** The encoding of a Windows code page. Undefined for one that isn't known. */
export const encodingOfCodePage = (codePage: number): TextEncodingName | undefined => CODE_PAGES[codePage];

/** How a text file's bytes are read. */
interface DetectedEncoding {
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
