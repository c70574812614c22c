/** Where something is on a receipt: the page from 1, and shares of its width and height. */
export interface Place {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A word that was read from a receipt, or a text of a PDF's text layer. */
export interface ReadWord extends Place {
  text: string;
  /** In percent. A text layer has 100. */
  confidence: number;
}

/** The words of a line, from left to right. */
export type ReadLine = readonly ReadWord[];

/** The fields of a receipt that are found by rules. */
export const FACT_NAMES = ["receiptId", "purchaseDate", "amount", "modelNumber", "retailer"] as const;

export type FactName = (typeof FACT_NAMES)[number];

/** What was found for a field. */
export interface Fact {
  /** As the form stores it: a day as YYYY-MM-DD, an amount in cents. */
  value: string;
  /** Of its least certain word. */
  confidence: number;
  place: Place;
}

export const textOf = (line: ReadLine): string => line.map(({ text }) => text).join(" ");

/** The place around some words. Undefined without any. */
export function placeAround(words: readonly Place[]): Place | undefined {
  const [first] = words;
  if (!first) return undefined;
  const left = Math.min(...words.map(({ x }) => x));
  const top = Math.min(...words.map(({ y }) => y));
  const right = Math.max(...words.map(({ x, width }) => x + width));
  const bottom = Math.max(...words.map(({ y, height }) => y + height));
  return { page: first.page, x: left, y: top, width: right - left, height: bottom - top };
}

/** The words of a line that a part of its text touches. */
export function wordsWithin(line: ReadLine, start: number, end: number): ReadWord[] {
  let at = 0;
  return line.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
}

/** A fact at a part of a line's text. */
export function factAt(line: ReadLine, value: string, start: number, end: number): Fact {
  const words = wordsWithin(line, start, end);
  const place = placeAround(words) ?? { page: 1, x: 0, y: 0, width: 0, height: 0 };
  return { value, confidence: Math.min(100, ...words.map(({ confidence }) => confidence)), place };
}

/** Letters and digits in lowercase, without the difference between those that are read as each other: O and 0, I, l and 1, S and 5, B and 8, Z and 2. */
export const looksOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/[oq]/g, "0")
    .replace(/[il|]/g, "1")
    .replace(/s/g, "5")
    .replace(/b/g, "8")
    .replace(/z/g, "2")
    .replace(/g/g, "6");
