import path from "node:path";
import { z } from "zod";
import { connectToServer } from "~/connectors/pricespider/live.server";
import type { ServerAccess } from "~/connectors/pricespider/port";
import { ServerKeyChanged } from "~/connectors/pricespider/server-key.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import {
  defineSync,
  isOutdatedSync,
  lockSyncs,
  type SyncContext,
  saveSyncData,
  startSyncFor,
} from "~/core/syncs/define-sync.server";
import { readSyncs, syncAnswerOf } from "~/core/syncs/read-syncs.server";
import { syncsListOf } from "~/core/syncs/sync";
import { permissionOf } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound, Refusal } from "~/platform/errors";
import { retryFailedItems } from "~/platform/jobs/control-job.server";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { pluralize } from "~/platform/text/pluralize";
import { transferRetried, transferStarted } from "../audit.server";
import type { Transfer } from "../schemas";
import { NEWER_TRANSFER, SECTION, SETTINGS_LIST } from "../settings-fields";
import {
  changeStored,
  readLastFeed,
  requireTransferSettings,
  type Stored,
  writeLastFeed,
} from "../stored-settings.server";
import { bytesText, deliverFeed } from "./deliver-feed.server";
import { checkFeed, downloadFeed, type FeedFile, withTemporaryFolder } from "./feed-file.server";

/** The progress is stored and sent once for this many percent. */
const STEP_PERCENT = 5;

/** Reports a part of a sync's progress, such as 0 to 45 percent, without storing each of a thousand small changes. */
export function progressSteps(
  setProgress: (percent: number) => Promise<void>,
  { from, to }: { from: number; to: number },
) {
  let reported = from;
  let last: Promise<void> = Promise.resolve();
  return {
    /** @param share 0 to 1 */
    report(share: number): void {
      const percent = from + (to - from) * Math.min(1, share);
      if (percent < reported + STEP_PERCENT) return;
      reported = percent;
      last = last.then(() => setProgress(percent));
      // `end` throws it.
      last.catch(() => {});
    },
    /** Resolves when everything is stored. */
    async end(): Promise<void> {
      await last;
      await setProgress(to);
    },
  };
}

/** The shares of a sync's progress (percent). */
const DOWNLOAD = { from: 0, to: 45 };

const UPLOAD = { from: 50, to: 95 };

/** A feed smaller than this share of the last one is held back. */
const UNUSUAL_SHARE = 0.5;

/** What a sync remembers, for its page and its retries. */
export const transferData = z.object({
  /** The feed was held back for its size. */
  heldBack: z.object({ bytes: z.number(), lastBytes: z.number() }).nullish(),
  /** The size of a feed that an administrator accepted, in place of that of the last one. */
  acceptedBytes: z.number().nullish(),
});

/** Transfers the product feed to PriceSpider. One step: after a crash it begins again, with the same result. */
export const transfer = defineSync<Record<string, never>>({
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

async function transferFeed(folder: string, context: SyncContext): Promise<ItemOutcome> {
  const { shop, jobId, signal, log, setProgress, administrator } = context;
  const { feedUrl, server } = await withShop(shop, async (tx) => {
    // Jobs can retry any transfer that failed, also beside a newer one.
    if (await isOutdatedSync(tx, shop, SECTION, jobId)) throw conflict(NEWER_TRANSFER);
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
  await context.saveData({
    notes: [feed.name, bytesText(feed.bytes), ...(feed.rows === null ? [] : [pluralize(feed.rows, "row")])],
  });
  await withShop(shop, (tx) =>
    writeLastFeed(tx, shop, { url: feedUrl, bytes: feed.bytes }, { by: administrator.id, at: new Date() }),
  );
  return {
    state: "done",
    message: `${feed.name}, ${bytesText(feed.bytes)}, is in ${server.directory || "the user's folder"}.`,
  };
}

/** @throws 409 for a feed that is much smaller than the last one, until an administrator accepts its size */
async function requireUsualSize(
  { bytes }: FeedFile,
  url: string,
  { shop, readData, saveData }: SyncContext,
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
  { shop, administrator }: SyncContext,
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

/** Starts a transfer. @throws 409 when it is turned off, a setting is missing, or a transfer is running */
export const startTransfer = (context: CallContext): Promise<{ jobId: string }> =>
  startSyncFor(context, transfer, { action: transferStarted, after: null }, async (tx) => {
    await requireTransferSettings(tx, context.shop.domain);
    return [{ label: "Transfer the feed", input: {} }];
  });

/** Which transfer is retried. */
interface RetryRequest {
  /** Of the newest transfer, as the list has it. */
  fileName: string;
  /** Accepts the size of a feed that was held back. */
  confirm: boolean;
}

/**
 * Runs the newest transfer again after it failed.
 * @throws 404 for an unknown transfer, 409 as `startTransfer`, and when a newer one has started or there is nothing to confirm
 */
export async function retryTransfer(
  { shop: { domain }, administrator }: CallContext,
  { fileName, confirm }: RetryRequest,
): Promise<{ jobId: string }> {
  await withShop(domain, async (tx) => {
    await lockSyncs(tx, domain, SECTION);
    await requireTransferSettings(tx, domain);
    const syncs = await readSyncs(tx, domain, SECTION);
    const sync = syncs.find(({ id }) => id === fileName);
    if (!sync) throw notFound("There is no such transfer. It may be older than 90 days.");
    if (sync !== syncs[0]) throw conflict(NEWER_TRANSFER);
    await retryFailedItems(tx, domain, fileName, administrator);
    const { heldBack } = transferData.parse(sync.data);
    if (confirm) {
      if (!heldBack)
        throw conflict(
          "This transfer's feed wasn't held back for its size. Retry it without a confirmation.",
        );
      await saveSyncData(tx, domain, fileName, { acceptedBytes: heldBack.bytes });
    }
    await recordAudit(tx, domain, transferRetried, {
      actor: administrator,
      subject: { type: jobSubject, id: fileName },
      before: null,
      after: { smallerFeed: confirm },
      jobId: fileName,
      flag: "showPriceSpider",
    });
  });
  publishTransfers(domain);
  return { jobId: fileName };
}

const publishTransfers = (shop: string) =>
  publishChange(shop, permissionOf(transfer), { list: syncsListOf(SECTION) });

/** The newest transfers, newest first. */
export async function listTransfers({ shop: { domain }, clock }: CallContext): Promise<Transfer[]> {
  const syncs = await withShop(domain, (tx) => readSyncs(tx, domain, SECTION));
  return syncs.map((sync) => ({
    ...syncAnswerOf(sync, clock.now()),
    heldBack: sync.failed > 0 ? (transferData.parse(sync.data).heldBack ?? null) : null,
  }));
}
