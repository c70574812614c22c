import { addMinutes, subMinutes } from "date-fns";
import { and, eq, lt, sql } from "drizzle-orm";
import { fileCreate, filesBySearch } from "~/connectors/shopify/operations/product-media";
import { type AdminApi, type CallOptions, provesNoChange } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { anyOf } from "~/platform/db/any-of.server";
import { withShop } from "~/platform/db/with-shop.server";
import { upstreamFailed } from "~/platform/errors";
import { pause } from "~/platform/pauses.server";
import { NO_FILE_YET, salsifyFiles } from "../tables.server";
import { withRenewal } from "../with-renewal.server";
import { isExternalVideo, isSameVideo, shopifyFileName, shopifyFileStem } from "./file-names.server";

/**
 * After this long without a renewal (seconds), a file that search doesn't find wasn't created: its process has died, no request to
 * Shopify lasts that long, and search is behind by a few seconds only.
 */
const MAX_CREATION_SECONDS = 60;
/** How often an open creation is looked up. */
const LOOK_UP_MS = 2_000;
/** How many files a search reads: the failed attempts to create a picture, or the videos that were created at that time. */
const MAX_NAMESAKES = 5;
const MAX_VIDEOS = 100;
/** By how much Shopify's clock may differ. */
const CLOCK_MINUTES = 5;

type FileRow = typeof salsifyFiles.$inferSelect;

/**
 * The files of these URLs. Those that don't exist are created. Their rows are written first, so that a file whose creation was
 * interrupted is found again by its name instead of being created twice.
 * @returns the files' Shopify ids by URL, in the order of the URLs
 */
export async function filesFor(
  api: AdminApi,
  shop: string,
  urls: readonly string[],
  call: CallOptions,
): Promise<Map<string, string>> {
  const { claimed, rows } = await claim(shop, urls);
  const files = await Promise.all(
    urls.map(async (url) => {
      const row = rows.get(url);
      if (row && row.fileGid !== NO_FILE_YET) return row.fileGid;
      return claimed.has(url) ? create(api, shop, url, call) : resolve(api, shop, url, call);
    }),
  );
  return new Map(urls.map((url, index) => [url, files[index] as string]));
}

/** Writes the rows that are missing. @returns the URLs of these, which the caller has to create, and all rows */
async function claim(
  shop: string,
  urls: readonly string[],
): Promise<{ claimed: ReadonlySet<string>; rows: ReadonlyMap<string, FileRow> }> {
  return withShop(shop, async (tx) => {
    const inserted = await tx
      .insert(salsifyFiles)
      // In one order, so that two steps with the same URLs don't block each other.
      .values(urls.toSorted().map((url) => ({ shop, url, fileGid: NO_FILE_YET })))
      .onConflictDoNothing()
      .returning({ url: salsifyFiles.url });
    const rows = await tx
      .select()
      .from(salsifyFiles)
      .where(and(eq(salsifyFiles.shop, shop), anyOf(salsifyFiles.url, [...urls])));
    return {
      claimed: new Set(inserted.map(({ url }) => url)),
      rows: new Map(rows.map((row) => [row.url, row])),
    };
  });
}

const isFile = (shop: string, url: string) => and(eq(salsifyFiles.shop, shop), eq(salsifyFiles.url, url));
const isOpen = (shop: string, url: string) => and(isFile(shop, url), eq(salsifyFiles.fileGid, NO_FILE_YET));

/** Creates the file of a claimed URL. After an unknown outcome its row stays open. */
async function create(api: AdminApi, shop: string, url: string, call: CallOptions): Promise<string> {
  const file = isExternalVideo(url)
    ? { originalSource: url, contentType: "EXTERNAL_VIDEO" as const }
    : { originalSource: url, contentType: "IMAGE" as const, filename: shopifyFileName(url) };
  try {
    const { fileCreate: answer } = await withRenewal(
      () => renew(shop, url),
      () => api.run(fileCreate, { files: [file] }, call),
    );
    refuseUserErrors(`read ${url}`, answer);
    const fileGid = answer?.files?.[0]?.id;
    if (!fileGid) throw upstreamFailed(`Shopify did not create a file of ${url}.`);
    return await record(shop, url, fileGid);
  } catch (error) {
    if (provesNoChange(error)) await withShop(shop, (tx) => tx.delete(salsifyFiles).where(isOpen(shop, url)));
    throw error;
  }
}

async function renew(shop: string, url: string): Promise<void> {
  await withShop(shop, (tx) =>
    tx.update(salsifyFiles).set({ createdAt: sql`now()` }).where(isOpen(shop, url)),
  );
}

/** Finds the file of a URL whose creation was interrupted, or is in progress in another step. Creates it if it isn't there. */
async function resolve(api: AdminApi, shop: string, url: string, call: CallOptions): Promise<string> {
  for (;;) {
    const [row] = await withShop(shop, (tx) => tx.select().from(salsifyFiles).where(isFile(shop, url)));
    // The other step was refused.
    if (!row) throw upstreamFailed(`Shopify did not create a file of ${url}. Retry this row.`);
    if (row.fileGid !== NO_FILE_YET) return row.fileGid;
    const fileGid = await findFile(api, row, call);
    if (fileGid) return record(shop, url, fileGid);
    if (await takeOver(shop, url)) return create(api, shop, url, call);
    await pause(LOOK_UP_MS, { signal: call.signal });
  }
}

/** Claims a creation that didn't happen. @returns false while it may still happen, and when another step was first */
async function takeOver(shop: string, url: string): Promise<boolean> {
  const isOver = lt(salsifyFiles.createdAt, sql`now() - make_interval(secs => ${MAX_CREATION_SECONDS})`);
  const taken = await withShop(shop, (tx) =>
    tx
      .update(salsifyFiles)
      .set({ createdAt: sql`now()` })
      .where(and(isOpen(shop, url), isOver))
      .returning({ url: salsifyFiles.url }),
  );
  return taken.length > 0;
}

async function record(shop: string, url: string, fileGid: string): Promise<string> {
  await withShop(shop, (tx) => tx.update(salsifyFiles).set({ fileGid }).where(isOpen(shop, url)));
  return fileGid;
}

/** A picture is found by its name, a video among those that were created at that time. */
async function findFile(
  api: AdminApi,
  { url, createdAt }: FileRow,
  call: CallOptions,
): Promise<string | null> {
  const isVideo = isExternalVideo(url);
  const query = isVideo
    ? `media_type:EXTERNAL_VIDEO created_at:>='${subMinutes(createdAt, CLOCK_MINUTES).toISOString()}' created_at:<='${addMinutes(createdAt, CLOCK_MINUTES).toISOString()}'`
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
