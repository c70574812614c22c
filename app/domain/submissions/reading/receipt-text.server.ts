import { storableText } from "~/platform/contract/storable-text";
import { Refusal } from "~/platform/errors";
import { processPdf } from "~/platform/images/process-pdf.server";
import { readText } from "~/platform/images/read-text.server";
import type { ReadLine, ReadWord } from "./reading";

/** The text of a receipt. */
export interface ReceiptText {
  source: "text" | "picture";
  lines: ReadLine[];
}

/** The total of a long receipt is on its second page. */
const MAX_PAGES = 2;
/** In pixels: letters of a page are about 25 high. */
const PAGE_EDGE = 2_000;
/** A scan may have a few texts, such as a page's number. */
const MIN_LETTERS = 30;
/** More than any receipt has. Rules look for facts in the text each time that it is shown, and strangers upload it. */
const MAX_WORDS = 3_000;
const MAX_LETTERS = 30_000;

/**
 * Reads a receipt that the app has stored. A PDF with a text layer isn't read from its picture. Of a file with more text than a receipt, the
 * first words are read.
 * @returns undefined when it can't be read
 */
export async function readReceiptText(contentType: string, bytes: Buffer): Promise<ReceiptText | undefined> {
  const read = await readAll(contentType, bytes);
  return read && { ...read, lines: firstOf(read.lines) };
}

function firstOf(lines: readonly ReadLine[]): ReadLine[] {
  let [words, letters] = [MAX_WORDS, MAX_LETTERS];
  return lines.flatMap((line) => {
    const first = line.filter(({ text }) => {
      words -= 1;
      letters -= text.length;
      return words >= 0 && letters >= 0;
    });
    return first.length > 0 ? [first] : [];
  });
}

async function readAll(contentType: string, bytes: Buffer): Promise<ReceiptText | undefined> {
  if (contentType !== "application/pdf") {
    const lines = await readPage(bytes, 1);
    return lines && { source: "picture", lines };
  }
  const pdf = await openPdf(bytes);
  if (!pdf) return undefined;
  const layer = pdf.texts.flatMap((texts, index) => linesOfTexts(texts, index + 1));
  const letters = layer.flat().reduce((sum, { text }) => sum + text.length, 0);
  if (letters >= MIN_LETTERS) return { source: "text", lines: layer };
  const lines: ReadLine[] = [];
  for (const [index, picture] of pdf.pictures.entries())
    lines.push(...((await readPage(picture, index + 1)) ?? []));
  return lines.length > 0 ? { source: "picture", lines } : undefined;
}

const openPdf = (bytes: Buffer) =>
  processPdf(bytes, { maxPages: MAX_PAGES, maxEdge: PAGE_EDGE, hasText: true, lane: "reading" }).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    },
  );

async function readPage(picture: Buffer, page: number): Promise<ReadLine[] | undefined> {
  const lines = await readText(picture);
  return lines?.map((line) => line.map((word): ReadWord => ({ ...word, page })));
}

/** A text of a PDF's page, with its place in shares of the page. */
interface PlacedText {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Texts whose distance is below this share of their height are parts of one word. */
const JOINED = 0.12;

/** The lines of a page's text layer, which has texts in any order and of any length: parts of words, or several of them. */
function linesOfTexts(texts: readonly PlacedText[], page: number): ReadLine[] {
  const rows: PlacedText[][] = [];
  for (const text of texts.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1);
    const before = row?.[0];
    if (row && before && middleOf(text) - middleOf(before) < Math.min(text.height, before.height) / 2)
      row.push(text);
    else rows.push([text]);
  }
  return rows
    .map((row) =>
      wordsOf(
        row.toSorted((a, b) => a.x - b.x),
        page,
      ),
    )
    .filter((line) => line.length > 0);
}

const middleOf = ({ y, height }: PlacedText): number => y + height / 2;

function wordsOf(row: readonly PlacedText[], page: number): ReadWord[] {
  const words: ReadWord[] = [];
  for (const text of row)
    for (const [index, part] of partsOf(text).entries()) {
      const before = words.at(-1);
      const isPart =
        index === 0 &&
        !/^\s/.test(text.text) &&
        before &&
        part.x - before.x - before.width < JOINED * part.height;
      if (isPart)
        words[words.length - 1] = {
          ...before,
          text: before.text + part.text,
          width: part.x + part.width - before.x,
        };
      else words.push({ ...part, page, confidence: 100 });
    }
  return words;
}

/** The words of a text. Their places follow from their letters, because a PDF only has the whole text's. */
function partsOf({ text, x, width, ...rest }: PlacedText): PlacedText[] {
  const letter = width / Math.max(1, text.length);
  return [...storableText(text).matchAll(/\S+/g)].map((match) => ({
    ...rest,
    text: match[0],
    x: x + match.index * letter,
    width: match[0].length * letter,
  }));
}
