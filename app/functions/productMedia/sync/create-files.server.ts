import { addMinutes, subMinutes } from "date-fns";
import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  fileCreate,
  fileStatus,
  filesBySearch,
  fileUpdate,
} from "~/connectors/shopify/operations/product-media";
import {
  type AdminApi,
  type CallOptions,
  NoAnswer,
  provesNoChange,
  refuseUserErrors,
} from "~/connectors/shopify/port";
import type { IntentDefinition, IntentRow } from "~/core/intents/intent-definition.server";
import {
  claimIntent,
  completeIntent,
  dropIntent,
  LostLease,
  openIntent,
} from "~/core/intents/intents.server";
import { finishIntent, finishOpenIntents, runIntent } from "~/core/intents/run-intent.server";
import { systemClock } from "~/platform/clock";
import { storableText } from "~/platform/contract/storable-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { pause } from "~/platform/deadline.server";
import { badRequest, Refusal, upstreamFailed } from "~/platform/errors";
import { stableUuid } from "~/platform/stable-uuid.server";
import { salsifyFiles } from "../tables.server";

const MAX_NAME_LENGTH = 60;

/** A video of YouTube or Vimeo, which Shopify shows from there. */
export const isExternalVideo = (url: string): boolean =>
  /^https?:\/\/([\w-]+\.)*(youtube\.com|youtu\.be|vimeo\.com)\//i.test(url);

/** The last part of a URL's path, without Shopify's version behind it. The address of an external video has no file name. */
export function fileName(url: string): string {
  if (isExternalVideo(url)) return url;
  const path = url.replace(/[?#].*$/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A suggested alt text, the words of the file's name: "drill front view" for `drill-front_view.jpg`. */
export function suggestedText(url: string): string {
  let name = fileName(url);
  try {
    name = decodeURIComponent(name);
  } catch {
    // A percent sign that encodes nothing stays.
  }
  const words = name
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[-_+\s]+/g, " ")
    .trim()
    .slice(0, 512);
  return storableText(words);
}

/**
 * The name that a picture from Salsify, or an upload, has in Shopify, without its ending: its own name for search engines, and a part that only this
 * URL has, by which the file is found again.
 */
export function shopifyFileStem(url: string): string {
  const words = fileName(url)
    .replace(ENDING, "")
    .replace(/[^a-z0-9]+/gi, "-")
    .replace(/^-+|-+$/g, "");
  return `${words.slice(0, MAX_NAME_LENGTH) || "image"}-${stableUuid("salsify", url).slice(0, 13)}`;
}

/** The file's name with its ending, which must be that of the URL. */
export const shopifyFileName = (url: string): string =>
  shopifyFileStem(url) + (ENDING.exec(fileName(url))?.[0] ?? "");

const ENDING = /\.[a-z0-9]{1,5}$/i;

/** Whether two addresses are of one video: Shopify may write the address in another form. */
export const isSameVideo = (one: string, other: string): boolean => videoIn(one) === videoIn(other);

/** The video's id: the parameter `v`, or else the last part of the path. */
function videoIn(address: string): string {
  if (!URL.canParse(address)) return address;
  const { searchParams, pathname } = new URL(address);
  return searchParams.get("v") ?? pathname.slice(pathname.lastIndexOf("/") + 1);
}

/** PostgreSQL's index takes addresses of about 2,700 bytes. */
const MAX_URL_BYTES = 2_048;

/** How often an open creation is looked up. */
const LOOK_UP_MS = 2_000;

/** How many files a search reads: the failed attempts to create a picture, or the videos that were created at that time. */
const MAX_NAMESAKES = 5;

const MAX_VIDEOS = 100;

/** By how much Shopify's clock may differ. */
const CLOCK_MINUTES = 5;

type FileRow = IntentRow<typeof salsifyFiles>;

type FileKey = Pick<FileRow, "shop" | "url">;

const isFile = ({ shop, url }: FileKey) => and(eq(salsifyFiles.shop, shop), eq(salsifyFiles.url, url));

/** Forgets a file. Its URL's next use creates it again. */
export async function forgetFile(tx: ShopTransaction, file: FileKey): Promise<void> {
  await tx.delete(salsifyFiles).where(isFile(file));
}

/**
 * Creations of files as intents: one at a time per URL. A lease lasts longer than Shopify's search is behind, so a file that isn't
 * found when it has expired wasn't created.
 */
const fileCreation: IntentDefinition<typeof salsifyFiles> = {
  noun: "creation of a file",
  table: salsifyFiles,
  key: ["url"],
  finishTask: "productMedia.finish-files",
  busyMessage: "This file is being created. Retry this row.",
  lostMessage: "Creating the file took too long and was canceled. Retry this row.",
  isUndone: provesNoChange,
  keepsLease: true,
  onDrop: forgetFile,
};

/** Files from Salsify that Shopify has. */
export interface SalsifyFiles {
  /** Their Shopify ids by URL, in the order of the URLs. */
  files: Map<string, string>;
  /** Why it doesn't have the others, as sentences. */
  problems: string[];
}

/**
 * The files of these URLs. Those that don't exist are created. A file whose creation was interrupted is found again by its name
 * instead of being created twice.
 * @throws when Shopify doesn't answer about one of them
 */
export async function filesFor(
  api: AdminApi,
  shop: string,
  urls: readonly string[],
  call: CallOptions,
): Promise<SalsifyFiles> {
  const results = await Promise.allSettled(urls.map((url) => fileFor(api, { shop, url }, call)));
  const files = new Map<string, string>();
  const problems: string[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") files.set(urls[index] as string, result.value);
    else if (result.reason instanceof Refusal && !(result.reason instanceof NoAnswer))
      // Shopify's reason may or may not end in a period.
      problems.push(result.reason.message.replace(/\.?$/, "."));
    else throw result.reason;
  }
  return { files, problems };
}

/** Finds a file whose creation was interrupted, or is in progress in another step. Creates it if it isn't there. */
async function fileFor(api: AdminApi, file: FileKey, call: CallOptions): Promise<string> {
  if (Buffer.byteLength(file.url) > MAX_URL_BYTES)
    throw badRequest(
      `An address in Salsify is longer than 2,048 bytes: ${file.url.slice(0, 100)}… Use a shorter one there, then start a sync.`,
    );
  const opened = await openCreation(file);
  if (opened) return create(api, opened, call);
  for (;;) {
    const row = await readFile(file);
    // The other step was refused.
    if (!row) throw upstreamFailed(`Shopify didn't create a file of ${file.url}. Retry this row.`);
    if (row.fileGid) return row.fileGid;
    const fileGid = await findFile(api, row, call);
    if (fileGid) return record(row, fileGid);
    const claimed = await withShop(row.shop, (tx) => claimIntent(tx, fileCreation, row));
    if (claimed) return create(api, claimed, call);
    await pause(LOOK_UP_MS, { signal: call.signal });
  }
}

async function readFile(file: FileKey): Promise<FileRow | undefined> {
  const [row] = await withShop(file.shop, (tx) => tx.select().from(salsifyFiles).where(isFile(file)));
  return row;
}

/** @returns undefined when the file exists, or is being created by another step */
const openCreation = ({ shop, url }: FileKey): Promise<FileRow | undefined> =>
  withShop(shop, (tx) => openIntent(tx, fileCreation, { shop, url, startedAt: systemClock.now() })).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.status === 409) return undefined;
      throw error;
    },
  );

async function create(api: AdminApi, row: FileRow, call: CallOptions): Promise<string> {
  const { url } = row;
  const file = isExternalVideo(url)
    ? { originalSource: url, contentType: "EXTERNAL_VIDEO" as const }
    : { originalSource: url, contentType: "IMAGE" as const, filename: shopifyFileName(url) };
  const created = runIntent(fileCreation, row, systemClock, async ({ assertHeld }) => {
    const held = { ...call, beforeSending: assertHeld };
    const { fileCreate: answer } = await api.run(fileCreate, { files: [file] }, held);
    refuseUserErrors(`read ${url}`, answer);
    const fileGid = answer?.files?.[0]?.id;
    if (!fileGid) throw upstreamFailed(`Shopify didn't create a file of ${url}.`);
    return record(row, fileGid);
  });
  return created.catch(async (error: unknown) => {
    // Another step can have found the file before it was sent.
    const found = error instanceof LostLease ? await readFile(row) : undefined;
    if (found?.fileGid) return found.fileGid;
    throw error;
  });
}

/** Ends a creation whose file exists. */
async function record(row: FileRow, fileGid: string): Promise<string> {
  try {
    await withShop(row.shop, async (tx) => {
      await completeIntent(tx, fileCreation, row, systemClock.now());
      await tx.update(salsifyFiles).set({ fileGid }).where(isFile(row));
    });
  } catch (error) {
    // Another step found the file first.
    if (!(error instanceof LostLease)) throw error;
  }
  return fileGid;
}

/** Finishes creations whose process died, or whose answer was lost, and that no step continues. */
export const finishFiles = finishOpenIntents(fileCreation, async (abandoned, signal) => {
  // A step that waits for the file claims its creation when the lease expires, and would fail if it ended.
  if (abandoned.leaseUntil > subMinutes(systemClock.now(), 1)) return;
  await finishIntent(fileCreation, abandoned, async (row) => {
    const fileGid = await findFile(liveAdminApi(row.shop), row, { priority: "bulk", signal });
    if (fileGid) await record(row, fileGid);
    else await withShop(row.shop, (tx) => dropIntent(tx, fileCreation, row, systemClock.now()));
  });
});

/** A picture is found by its name, a video among those that were created since then. */
async function findFile(
  api: AdminApi,
  { url, startedAt, leaseUntil }: FileRow,
  call: CallOptions,
): Promise<string | null> {
  const isVideo = isExternalVideo(url);
  const query = isVideo
    ? `media_type:EXTERNAL_VIDEO created_at:>='${subMinutes(startedAt, CLOCK_MINUTES).toISOString()}' created_at:<='${addMinutes(leaseUntil, CLOCK_MINUTES).toISOString()}'`
    : `filename:${shopifyFileStem(url)}*`;
  const { files } = await api.run(
    filesBySearch,
    { query, first: isVideo ? MAX_VIDEOS : MAX_NAMESAKES },
    call,
  );
  const found = files.nodes.find(
    (file) =>
      file.fileStatus !== "FAILED" &&
      (!isVideo || (file.__typename === "ExternalVideo" && isSameVideo(file.originUrl, url))),
  );
  return found?.id ?? null;
}

const POLL_MS = 500;

/** Shopify can process a file for minutes. A retry of the product's step finds the file. */
const MAX_POLLS = 120;

/**
 * Adds files from Salsify to a product's own media. A file that exists already is used again, also after an interrupted attempt. One
 * that Shopify refuses, can't use or is still processing doesn't hold up the others.
 * @returns those that were added
 */
export async function attachFiles(
  api: AdminApi,
  shop: string,
  productGid: string,
  urls: readonly string[],
  call: CallOptions,
): Promise<SalsifyFiles> {
  const { files, problems } = await filesFor(api, shop, urls, call);
  if (files.size === 0) return { files, problems };
  const { unusable, processing } = await waitUntilProcessed(api, files, call);
  for (const [url, reason] of unusable) {
    // A retry makes the file again.
    await withShop(shop, (tx) => forgetFile(tx, { shop, url }));
    files.delete(url);
    problems.push(`Shopify can't use ${url}. ${reason}`);
  }
  for (const url of processing) {
    files.delete(url);
    problems.push(`Shopify is still processing ${url}. Retry this row later.`);
  }
  if (files.size > 0) {
    const { fileUpdate: answer } = await api.run(
      fileUpdate,
      { files: [...files.values()].map((id) => ({ id, referencesToAdd: [productGid] })) },
      call,
    );
    refuseUserErrors("add the files to the product", answer);
  }
  return { files, problems };
}

/** @returns why Shopify can't use files, by URL, and the URLs of those that it is still processing */
async function waitUntilProcessed(
  api: AdminApi,
  files: ReadonlyMap<string, string>,
  call: CallOptions,
): Promise<{ unusable: Map<string, string>; processing: string[] }> {
  for (let polls = 1; ; polls += 1) {
    const { nodes } = await api.run(fileStatus, { ids: [...files.values()] }, call);
    const states = new Map(
      nodes.flatMap((node) => (node && "fileStatus" in node ? [[node.id, node] as const] : [])),
    );
    const unusable = new Map<string, string>();
    const processing: string[] = [];
    for (const [url, id] of files) {
      const state = states.get(id);
      if (!state || state.fileStatus === "FAILED")
        unusable.set(url, state?.fileErrors[0]?.message ?? "The file was deleted.");
      else if (state.fileStatus !== "READY") processing.push(url);
    }
    if (processing.length === 0 || polls === MAX_POLLS) return { unusable, processing };
    await pause(POLL_MS, { signal: call.signal });
  }
}
