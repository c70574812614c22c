import { badRequest } from "../errors";
import { type Lane, runProgram } from "./run-program.server";

/** A text of a PDF's page. Its place is in shares of the page's width and height. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What was read from a PDF. */
export interface ProcessedPdf {
  pageCount: number;
  /** The first pages as JPGs. One that could not be drawn is left out. */
  pictures: Buffer[];
  /** Of the same pages. Empty for a scan, and unless the texts were requested. */
  texts: PdfText[][];
}

interface PdfOptions {
  /** How many pages are drawn. */
  maxPages: number;
  /** The longer edge of their pictures, in pixels. */
  maxEdge: number;
  hasText?: boolean;
  lane: Lane;
}

/** Bytes of the whole process. */
const MAX_MEMORY = 700 * 1024 * 1024;
const MAX_MS = 30_000;

type Head = Omit<ProcessedPdf, "pictures"> & { problem?: "unreadable" | "password"; sizes?: number[] };

/**
 * Draws the first pages of a PDF, in a process of its own.
 * @returns undefined when that takes too long or too much memory. A viewer may still show it
 * @throws 400 for a PDF that no viewer can open
 */
export async function processPdf(
  bytes: Uint8Array,
  { maxPages, maxEdge, hasText = false, lane }: PdfOptions,
): Promise<ProcessedPdf | undefined> {
  const options = { maxMemory: MAX_MEMORY, maxPages, maxEdge, hasText };
  const answer = await runProgram<Head>("pdf-process.mjs", bytes, { options, maxMs: MAX_MS, lane });
  if (!answer) return undefined;
  const { head, files } = answer;
  if (head.problem)
    throw badRequest(
      head.problem === "password"
        ? "This PDF needs a password to be opened. Save it without one, and upload it again."
        : "This PDF can't be opened. Save it again, and upload it again.",
    );
  return { pageCount: head.pageCount, texts: head.texts, pictures: files };
}
