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
