import { Refusal } from "~/platform/errors";
import { processPdf } from "~/platform/images/process-pdf.server";
import { readText } from "~/platform/images/read-text.server";
import type { ReadLine, ReadWord } from "./reading";
import { linesOfTexts } from "./text-lines";

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

/**
 * Reads a receipt that the app has stored. A PDF with a text layer isn't read from its picture.
 * @returns undefined when it can't be read
 */
export async function readReceiptText(contentType: string, bytes: Buffer): Promise<ReceiptText | undefined> {
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
