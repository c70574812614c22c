import { and, eq, sql } from "drizzle-orm";
import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { attachments } from "~/core/attachments/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { startIn, startSlice } from "~/platform/jobs/start-later.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { lockSubmissions, publishSubmissions } from "../submission.server";
import { storeContentKeys } from "./content-matches.server";
import { rateReceipt } from "./rate-receipt.server";
import { type ReceiptText, readReceiptText } from "./receipt-text.server";
import { receiptReadings } from "./tables.server";

const READ_RECEIPTS = { name: "submissions.read-receipts" };

/** The process that reads may die with the worker, or because of the file. */
const MAX_ATTEMPTS = 3;
/** What a sender's earlier receipts have cost counts for so long. */
const COST_HOURS = 1;
const TURN_MS = 1_000;

/** The shop whose receipts this process reads. A receipt takes seconds of a processor, so one is read at a time. */
let current: string | undefined;
let isTurnWanted = false;

type Row = typeof receiptReadings.$inferSelect;

/** Requests the reading of a receipt that was decoded. In the transaction that ends its check. */
export async function requestReading(
  tx: ShopTransaction,
  { shop, submissionId, attachmentId }: Pick<Row, "shop" | "submissionId" | "attachmentId">,
): Promise<void> {
  await tx
    .insert(receiptReadings)
    .values({ shop, submissionId, attachmentId, state: "waiting" })
    .onConflictDoUpdate({
      target: [receiptReadings.shop, receiptReadings.submissionId],
      set: { attachmentId, state: "waiting", attempts: 0, source: null, lines: null, readMs: null },
      // A check that is repeated after a crash.
      setWhere: sql`${receiptReadings.attachmentId} <> excluded.attachment_id`,
    });
  await requestTask(READ_RECEIPTS, shop, { tx });
}

/**
 * Reads the text of receipts, one at a time: the sender whose receipts have cost the least time comes first, and after a slice it is
 * another shop's turn.
 */
export const readReceipts = defineTask({
  ...READ_RECEIPTS,
  // During an update, a worker of an earlier build drops the requests of a task that it doesn't know.
  schedule: {
    cron: "3-59/10 * * * *",
    due: "EXISTS (SELECT FROM receipt_readings AS due WHERE due.shop = shops.shop AND due.state = 'waiting')",
  },
  async run(shop, signal, slot) {
    if (current !== undefined) {
      isTurnWanted = true;
      throw startIn(TURN_MS, "Receipts of another shop are being read.");
    }
    current = shop;
    isTurnWanted = false;
    const isSliceOver = startSlice({ isWanted: () => isTurnWanted || slot?.isWanted() === true });
    try {
      for (let row = await takeNext(shop); row; row = await takeNext(shop)) {
        await read(row);
        if (signal.aborted) return;
        // Later than a shop that waits looks again.
        if (isSliceOver()) throw startIn(isTurnWanted ? 2 * TURN_MS : 0, "Other work has its turn.");
      }
    } finally {
      current = undefined;
    }
  },
});

/** Counts an attempt of the next receipt. */
async function takeNext(shop: string): Promise<Row | undefined> {
  const spent = sql`(SELECT coalesce(sum(earlier.read_ms), 0) FROM receipt_readings AS earlier
      JOIN attachments AS file ON file.shop = earlier.shop AND file.id = earlier.attachment_id
    WHERE file.shop = ${attachments.shop} AND file.sender = ${attachments.sender}
      AND file.created_at > now() - make_interval(hours => ${COST_HOURS}))`;
  return withShop(shop, async (tx) => {
    const [next] = await tx
      .select({ submissionId: receiptReadings.submissionId })
      .from(receiptReadings)
      .leftJoin(
        attachments,
        and(eq(attachments.shop, receiptReadings.shop), eq(attachments.id, receiptReadings.attachmentId)),
      )
      .where(and(eq(receiptReadings.shop, shop), eq(receiptReadings.state, "waiting")))
      .orderBy(spent, receiptReadings.requestedAt)
      .limit(1);
    if (!next) return undefined;
    const [row] = await tx
      .update(receiptReadings)
      .set({ attempts: sql`${receiptReadings.attempts} + 1` })
      .where(isReading({ shop, ...next }))
      .returning();
    return row;
  });
}

const isReading = ({ shop, submissionId }: Pick<Row, "shop" | "submissionId">) =>
  and(eq(receiptReadings.shop, shop), eq(receiptReadings.submissionId, submissionId));

async function read(row: Row): Promise<void> {
  const { shop, attachmentId } = row;
  const started = performance.now();
  const [file] = await withShop(shop, (tx) =>
    tx
      .select({ contentType: attachments.contentType, digest: attachments.digest })
      .from(attachments)
      .where(
        and(eq(attachments.shop, shop), eq(attachments.id, attachmentId), eq(attachments.state, "ready")),
      ),
  );
  const found =
    file && row.attempts <= MAX_ATTEMPTS
      ? await readReceiptText(file.contentType, await attachmentStore.read(shop, attachmentId, "file"))
      : undefined;
  await store(row, file?.digest, found, Math.round(performance.now() - started));
  // The earlier ones get their risk, too. Repeated after a crash, because the reading still waits.
  const related = await rateReceipt(shop, row.submissionId);
  for (const id of related) await rateReceipt(shop, id);
  await finish(row, found);
  publishSubmissions(shop, [row.submissionId, ...related]);
}

/** Stores what was read, which isn't shown until it is rated. Of a receipt that was erased or replaced in the meantime nothing is stored. */
const store = (
  row: Row,
  digest: string | undefined,
  found: ReceiptText | undefined,
  readMs: number,
): Promise<void> =>
  withShop(row.shop, async (tx) => {
    const { shop, submissionId } = row;
    const [submission] = await lockSubmissions(tx, shop, [submissionId]);
    if (submission?.attachmentId !== row.attachmentId) return;
    await tx
      .update(receiptReadings)
      .set({ source: found?.source, lines: found?.lines, readMs })
      .where(isSameReading(row));
    if (digest) await storeContentKeys(tx, { shop, submissionId, digest, lines: found?.lines ?? [] });
  });

const finish = (row: Row, found: ReceiptText | undefined): Promise<void> =>
  withShop(row.shop, async (tx) => {
    const state = found ? "ready" : row.attempts < MAX_ATTEMPTS ? "waiting" : "failed";
    await tx.update(receiptReadings).set({ state }).where(isSameReading(row));
  });

const isSameReading = (row: Row) => and(isReading(row), eq(receiptReadings.attachmentId, row.attachmentId));
