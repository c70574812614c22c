import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { badRequest } from "~/platform/errors";

/** A downloaded feed. */
export interface FeedFile {
  path: string;
  /** Under which PriceSpider gets it. */
  name: string;
  bytes: number;
  /** Lines of a text, without the first one, which names the columns. Null for XML. */
  rows: number | null;
}

/** How much of the beginning and of the end is read for the check (bytes). */
const SAMPLE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const EXTENSION = /\.(csv|txt|tsv|xml)$/i;

/**
 * Checks that a file is a whole feed: XML, or lines with columns.
 * @param url of the feed, whose last part becomes the file's name
 * @throws a 400 refusal that says what it is instead
 */
export async function checkFeed(path: string, url: string): Promise<FeedFile> {
  const { size } = await stat(path);
  if (size === 0) throw notAFeed("is empty");
  const [start, end] = await readEnds(path, size);
  if (start.includes("\0")) throw notAFeed("isn't a text. Compressed feeds can't be checked");
  const text = start.replace(/^\uFEFF/, "").trimStart();
  if (/^<!doctype html|^<html/i.test(text)) throw notAFeed("is a web page. Check the Url");
  if (text.startsWith("<")) {
    requireWholeXml(text, end);
    return { path, name: nameFor(url, "xml"), bytes: size, rows: null };
  }
  const [header = ""] = text.split("\n", 1);
  if (!/[,;\t|]/.test(header))
    throw notAFeed("has no columns: its first line has no comma, semicolon, tab or |");
  const rows = await countRows(path);
  if (rows === 0) throw notAFeed("has no products: there is nothing below its first line");
  return { path, name: nameFor(url, "csv"), bytes: size, rows };
}

const notAFeed = (problem: string) =>
  badRequest(`The feed ${problem}. Nothing was sent to PriceSpider, which keeps its last feed.`);

async function readEnds(path: string, size: number): Promise<[start: string, end: string]> {
  const file = await open(path);
  try {
    const read = async (position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, position);
      return buffer.toString("utf8", 0, bytesRead);
    };
    return [await read(0), await read(Math.max(0, size - SAMPLE_BYTES))];
  } finally {
    await file.close();
  }
}

/** Its last tag closes the first one. */
function requireWholeXml(start: string, end: string): void {
  const root = /<([A-Za-z_][\w.:-]*)/.exec(start.replace(/<!--[\s\S]*?-->/g, ""))?.[1];
  if (!root) throw notAFeed("isn't XML");
  if (!end.trimEnd().endsWith(`</${root}>`)) throw notAFeed(`is cut off: it doesn't end with </${root}>`);
}

/** Lines with a content, without the first one. */
async function countRows(path: string): Promise<number> {
  let lines = 0;
  let isInLine = false;
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>)
    for (const byte of part) {
      if (byte === NEWLINE) isInLine = false;
      else if (byte > 0x20 && !isInLine) {
        isInLine = true;
        lines += 1;
      }
    }
  return Math.max(0, lines - 1);
}

/** The last part of the address as a file name that any server accepts. */
function nameFor(url: string, extension: string): string {
  const last = decoded(new URL(url).pathname.split("/").at(-1) ?? "");
  const name =
    last
      .replace(/[^\w.-]+/g, "_")
      .replace(/^[.-]+/, "")
      .slice(-100) || "feed";
  return EXTENSION.test(name) ? name : `${name}.${extension}`;
}

/** A percent sign in an address doesn't have to begin an escape: "100%.csv". */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
