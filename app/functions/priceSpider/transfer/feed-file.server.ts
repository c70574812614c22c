import { createReadStream } from "node:fs";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pRetry from "p-retry";
import { pauseMs } from "~/platform/deadline.server";
import { badRequest, Refusal, upstreamFailed } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { downloadOutbound, OutboundTooLarge } from "~/platform/outbound.server";
import { codeOf, FailedAnswer, isFailedStatus } from "~/platform/send-repeated.server";

const PREFIX = "backroom-feed-";

/** No transfer takes this long, so a folder of this age is of a process that died. */
const OLD_MS = 24 * 3_600_000;

/** Runs work with a private folder, which is deleted afterward. Deletes also those that dead processes left. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await deleteOldFolders();
  const folder = await mkdtemp(path.join(os.tmpdir(), PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function deleteOldFolders(): Promise<void> {
  const names = await readdir(os.tmpdir());
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    const found = await stat(folder).catch(() => null);
    // Another account's folder can't be deleted, which is fine.
    if (found && Date.now() - found.mtimeMs > OLD_MS)
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

const WITHIN_MS = 10 * 60_000;

const MAX_BYTES = 500 * 1024 * 1024;

const REPEATS = 2;

const REASONS: Record<string, string> = {
  ABORT_ERR: "it took longer than 10 minutes. Try again later",
  ECONNREFUSED: "its server refused the connection. Check the Url",
  ECONNRESET: "the connection was closed. Try again in a few minutes",
  ENOTFOUND: "no server has this name. Check the Url",
};

/** A download. */
interface FeedDownload {
  url: string;
  /** Where it is written. */
  path: string;
  signal: AbortSignal;
  onProgress(bytes: number, total: number | null): void;
}

/**
 * Downloads the whole feed to a file. It is repeated when the other system fails or the connection is lost.
 * @throws a 502 refusal that says why there is no feed
 */
export async function downloadFeed({ url, path, signal, onProgress }: FeedDownload): Promise<void> {
  const download = async () => {
    await rm(path, { force: true });
    const options = { path, signal, onProgress, maxBytes: MAX_BYTES, timeoutMs: WITHIN_MS, allowQuery: true };
    const status = await downloadOutbound(url, options);
    if (isFailedStatus(status)) throw new FailedAnswer("The feed's server", { status, retryAfterMs: null });
    if (status !== 200)
      throw upstreamFailed(
        status >= 300 && status < 400
          ? `The feed's URL redirects (HTTP ${status}). Enter the final URL.`
          : `The feed couldn't be downloaded: HTTP ${status}. Check the Url.`,
      );
  };
  try {
    await pRetry(download, {
      retries: REPEATS,
      minTimeout: pauseMs(1_000),
      signal,
      shouldRetry: ({ error }) =>
        !(error instanceof Refusal || error instanceof OutboundTooLarge || signal.aborted),
    });
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) throw error;
    if (error instanceof OutboundTooLarge) throw upstreamFailed("The feed is larger than 500 MB.");
    const code = codeOf(error);
    log.warn({ code }, "the feed for PriceSpider was not downloaded");
    if (error instanceof FailedAnswer) throw upstreamFailed(`${error.message} Try again in a few minutes.`);
    throw upstreamFailed(
      `The feed couldn't be downloaded as a whole: ${REASONS[code] ?? `${code}. Try again in a few minutes`}.`,
    );
  }
}

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
  if (!withoutLastComments(end).endsWith(`</${root}>`))
    throw notAFeed(`is cut off: it doesn't end with </${root}>`);
}

/** XML may have comments behind its last tag, such as when it was made. */
function withoutLastComments(end: string): string {
  let rest = end.trimEnd();
  while (rest.endsWith("-->") && rest.includes("<!--"))
    rest = rest.slice(0, rest.lastIndexOf("<!--")).trimEnd();
  return rest;
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
