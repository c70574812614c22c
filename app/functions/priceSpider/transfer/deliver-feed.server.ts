import { randomBytes } from "node:crypto";
import type { ServerAccess, UploadFolder } from "~/connectors/pricespider/port";
import type { SyncContext } from "~/core/syncs/define-sync.server";
import { upstreamFailed } from "~/platform/errors";
import { stableUuid } from "~/platform/stable-uuid.server";
import type { FeedFile } from "./feed-file.server";

interface Delivery {
  feed: FeedFile;
  server: ServerAccess;
  /** Connects to the server. */
  connect(server: ServerAccess, signal: AbortSignal): Promise<UploadFolder>;
  /** Stores the key of a server that is connected for the first time, or that an authority certifies now. */
  rememberKey(key: string): Promise<void>;
  onProgress(bytes: number): void;
}

/**
 * Puts a feed into the folder for uploads: under a temporary name first, then renamed, so that PriceSpider never sees a part of it. What
 * an interrupted delivery left there is cleared up.
 * @throws a 502 refusal when the server refuses or doesn't answer, 409 when its key has changed
 */
export async function deliverFeed(delivery: Delivery, context: SyncContext): Promise<void> {
  const { feed, server, connect, rememberKey, onProgress } = delivery;
  const { log, signal } = context;
  const folder = await connect(server, signal);
  try {
    await logConnection(folder, server, context);
    if (folder.serverKey && folder.serverKey !== server.knownKey) await rememberKey(folder.serverKey);
    const partNames = partNamesOf(context.shop);
    await clearLeftovers(folder, { partNames, feedName: feed.name }, context);
    const part = partNames.next();
    try {
      await folder.upload(feed.path, part, onProgress);
      await requireSize(folder, part, feed.bytes);
      await log("uploadFeed", "info", `${bytesText(feed.bytes)} uploaded as ${part}.`);
      await folder.rename(part, feed.name);
    } catch (error) {
      // Best effort. The next delivery removes what stays.
      if (!signal.aborted) await folder.remove(part).catch(() => {});
      throw error;
    }
    // The size isn't checked again: PriceSpider may have fetched the feed already.
    await log("renameFeed", "info", `Renamed to ${feed.name}. The server had all ${bytesText(feed.bytes)}.`);
  } finally {
    folder.close();
  }
}

async function logConnection(
  { isEncrypted, serverKey }: UploadFolder,
  { client, host, port, knownKey }: ServerAccess,
  { log }: SyncContext,
): Promise<void> {
  await log("connect", "info", `Signed in to ${host}, port ${port}, by ${client}.`);
  if (!isEncrypted)
    await log(
      "connect",
      "warning",
      "The server doesn't offer TLS: the password and the feed aren't encrypted.",
    );
  if (serverKey && serverKey !== knownKey)
    await log("connect", "info", `The server's key is ${serverKey}. Later transfers require the same.`);
}

/**
 * Removes what interrupted deliveries left. If one stopped after it had set the feed aside, PriceSpider has none: that feed gets its name
 * back. No leftover is in the way of this delivery, so that a server may refuse this.
 */
async function clearLeftovers(
  folder: UploadFolder,
  { partNames, feedName }: { partNames: ReturnType<typeof partNamesOf>; feedName: string },
  { log, signal }: SyncContext,
): Promise<void> {
  const files = await folder.listFiles();
  let isFeedMissing = files.every(({ name }) => name !== feedName);
  for (const { name } of files) {
    if (!partNames.isOne(name)) continue;
    const isRestored = isFeedMissing && partNames.isFeed(name);
    try {
      await (isRestored ? folder.rename(name, feedName) : folder.remove(name));
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = (error as Error).message;
      await log("clearLeftovers", "warning", `${name}, which an interrupted transfer left, stays: ${reason}`);
      continue;
    }
    if (isRestored) isFeedMissing = false;
    const result = isRestored ? `Restored ${feedName}` : `Removed ${name}`;
    await log("clearLeftovers", "info", `${result}, which an interrupted transfer left.`);
  }
}

async function requireSize(folder: UploadFolder, name: string, bytes: number): Promise<void> {
  const file = (await folder.listFiles()).find((one) => one.name === name);
  if (file?.size === bytes) return;
  const found = file ? `has ${bytesText(file.size)} of ${bytesText(bytes)}` : "doesn't have it";
  throw upstreamFailed(`The feed didn't arrive as a whole: the server ${found} as ${name}. Try again.`);
}

/** A size for people: "1,234 bytes". */
export const bytesText = (bytes: number): string => `${bytes.toLocaleString("en-US")} bytes`;

/** Names of unfinished uploads of a shop, and of feeds that an interrupted rename set aside. Two shops can use the same folder. */
export function partNamesOf(shop: string) {
  const own = stableUuid("priceSpider", shop).slice(0, 8);
  const pattern = new RegExp(`^backroom-${own}-[0-9a-f]{16}\\.part(\\.old)?$`);
  return {
    /** A new one for each attempt: an earlier attempt's process may still write to its own. */
    next: () => `backroom-${own}-${randomBytes(8).toString("hex")}.part`,
    isOne: (name: string) => pattern.test(name),
    /** Of one: whether it is a feed that was set aside. */
    isFeed: (name: string) => name.endsWith(".old"),
  };
}
