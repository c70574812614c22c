import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { readRuns } from "~/core/runs/read-runs.server";
import { runsListOf } from "~/core/runs/run-constants";
import { lockRuns, saveRunData, startRun } from "~/core/runs/run-kind.server";
import { permissionOf } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { retryFailedItems } from "~/platform/jobs/control-job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { transferRetried, transferStarted } from "../audit.server";
import { SECTION } from "../lists";
import { NEWER_TRANSFER } from "../messages";
import { requireTransferSettings } from "../stored-settings.server";
import { transfer, transferData } from "./transfer.server";

/** Starts a transfer. @throws 409 when it is turned off, a setting is missing, or a transfer is running */
export async function startTransfer({ shop, administrator }: CallContext): Promise<{ jobId: string }> {
  const jobId = await withShop(shop.domain, async (tx) => {
    await requireTransferSettings(tx, shop.domain);
    const step = { label: "Transfer the feed", input: {} };
    const id = await startRun(tx, shop.domain, transfer, administrator, [step]);
    await recordAudit(tx, shop.domain, transferStarted, {
      actor: administrator,
      subject: { type: jobSubject, id },
      before: null,
      after: null,
      jobId: id,
      flag: "showPriceSpider",
    });
    return id;
  });
  publishTransfers(shop.domain);
  return { jobId };
}

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
    await lockRuns(tx, domain, SECTION);
    await requireTransferSettings(tx, domain);
    const runs = await readRuns(tx, domain, SECTION);
    const run = runs.find(({ id }) => id === fileName);
    if (!run) throw notFound("There is no such transfer. It may be older than 90 days.");
    if (run !== runs[0]) throw conflict(NEWER_TRANSFER);
    await retryFailedItems(tx, domain, fileName, administrator);
    const { heldBack } = transferData.parse(run.data);
    if (confirm) {
      if (!heldBack)
        throw conflict(
          "This transfer's feed wasn't held back for its size. Retry it without a confirmation.",
        );
      await saveRunData(tx, domain, fileName, { acceptedBytes: heldBack.bytes });
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
  publishChange(shop, permissionOf(transfer), { list: runsListOf(SECTION) });
