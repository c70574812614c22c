import path from "node:path";
import { z } from "zod";
import { connectToServer } from "~/connectors/pricespider/live.server";
import type { ServerAccess } from "~/connectors/pricespider/port";
import { ServerKeyChanged } from "~/connectors/pricespider/server-key.server";
import { defineRun, isOutdatedRun, type RunContext } from "~/core/runs/run-kind.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { SECTION, SETTINGS_LIST } from "../lists";
import { NEWER_TRANSFER } from "../messages";
import {
  changeStored,
  readLastFeed,
  requireTransferSettings,
  type Stored,
  writeLastFeed,
} from "../stored-settings.server";
import { bytesText, deliverFeed } from "./deliver-feed.server";
import { downloadFeed } from "./download-feed.server";
import { checkFeed, type FeedFile } from "./feed-file.server";
import { progressSteps } from "./progress-steps.server";
import { withTemporaryFolder } from "./temporary-folder.server";

/** The shares of a run's progress (percent). */
const DOWNLOAD = { from: 0, to: 45 };
const UPLOAD = { from: 50, to: 95 };
/** A feed smaller than this share of the last one is held back. */
const UNUSUAL_SHARE = 0.5;

/** What a run remembers, for its page and its retries. */
export const transferData = z.object({
  /** The feed was held back for its size. */
  heldBack: z.object({ bytes: z.number(), lastBytes: z.number() }).nullish(),
  /** The size of a feed that an administrator accepted, in place of that of the last one. */
  acceptedBytes: z.number().nullish(),
});

/** Transfers the product feed to PriceSpider. One step: after a crash it begins again, with the same result. */
export const transfer = defineRun<Record<string, never>>({
  section: SECTION,
  name: "priceSpider.transfer",
  title: "Update PriceSpider",
  system: "PriceSpider",
  flag: "showPriceSpider",
  item: z.object({}),
  concurrency: 1,
  async run(_input, context) {
    try {
      return await withTemporaryFolder((folder) => transferFeed(folder, context));
    } catch (error) {
      if (error instanceof Refusal && !context.signal.aborted)
        await context.log("transfer", "error", error.message);
      throw error;
    }
  },
});

async function transferFeed(folder: string, context: RunContext): Promise<ItemOutcome> {
  const { shop, jobId, signal, log, setProgress, administrator } = context;
  const { feedUrl, server } = await withShop(shop, async (tx) => {
    // Jobs can retry any transfer that failed, also beside a newer one.
    if (await isOutdatedRun(tx, shop, SECTION, jobId)) throw conflict(NEWER_TRANSFER);
    return requireTransferSettings(tx, shop);
  });
  const file = path.join(folder, "feed");
  const { host, pathname } = new URL(feedUrl);
  await log("downloadFeed", "info", `Downloading ${host}${pathname}.`);
  const download = progressSteps(setProgress, DOWNLOAD);
  await downloadFeed({
    url: feedUrl,
    path: file,
    signal,
    onProgress: (bytes, total) => total && download.report(bytes / total),
  });
  await download.end();
  const feed = await checkFeed(file, feedUrl);
  const rows = feed.rows === null ? "" : `, ${feed.rows.toLocaleString("en-US")} rows`;
  await log("checkFeed", "info", `${feed.name}: ${bytesText(feed.bytes)}${rows}.`);
  await requireUsualSize(feed, feedUrl, context);
  const upload = progressSteps(setProgress, UPLOAD);
  const remember = (keys: ServerKeys) => rememberServerKey(context, server, keys);
  try {
    await deliverFeed(
      {
        feed,
        server,
        connect: connectToServer,
        rememberKey: (serverKey) => remember({ serverKey, newServerKey: null }),
        onProgress: (bytes) => upload.report(bytes / feed.bytes),
      },
      context,
    );
  } catch (error) {
    if (error instanceof ServerKeyChanged) await remember({ newServerKey: error.newKey });
    throw error;
  }
  await upload.end();
  await withShop(shop, (tx) =>
    writeLastFeed(tx, shop, { url: feedUrl, bytes: feed.bytes }, { by: administrator.id, at: new Date() }),
  );
  return { state: "done", message: `${feed.name}, ${bytesText(feed.bytes)}, is in ${server.directory}.` };
}

/** @throws 409 for a feed that is much smaller than the last one, until an administrator accepts its size */
async function requireUsualSize(
  { bytes }: FeedFile,
  url: string,
  { shop, readData, saveData }: RunContext,
): Promise<void> {
  const { acceptedBytes } = transferData.parse(await readData());
  const last = await withShop(shop, (tx) => readLastFeed(tx, shop, url));
  const usual = acceptedBytes ?? last?.bytes ?? 0;
  const isUnusual = bytes < usual * UNUSUAL_SHARE;
  await saveData({ heldBack: isUnusual ? { bytes, lastBytes: usual } : null });
  if (isUnusual)
    throw conflict(
      `The feed has only ${bytesText(bytes)}, less than half of the ${bytesText(usual)} of the last transfer, which PriceSpider keeps. If the feed is right, retry this transfer and confirm.`,
    );
}

type ServerKeys = Partial<Pick<Stored, "serverKey" | "newServerKey">>;

/** Stores the keys of a server, unless the settings have named another one since the transfer read them. */
async function rememberServerKey(
  { shop, administrator }: RunContext,
  { client, host, port }: ServerAccess,
  keys: ServerKeys,
): Promise<void> {
  const saved = { by: administrator.id, at: new Date() };
  const isSameServer = ({ settings }: Stored) =>
    settings.ftpClient === client &&
    settings.priceSpiderHost === host &&
    settings.priceSpiderPort === String(port);
  await withShop(shop, (tx) =>
    changeStored(tx, shop, saved, (stored) => (isSameServer(stored) ? { ...stored, ...keys } : null)),
  );
  publishChange(shop, "showPriceSpider", { list: SETTINGS_LIST });
}
