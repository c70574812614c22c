import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import { attachments } from "~/core/attachments/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { findDuplicates, isSamePurchase } from "./duplicates.server";
import { partsOf, storedFingerprint } from "./fingerprint.server";
import { receiptUnreadable } from "./mail-texts.server";
import { readFingerprints } from "./reading/rate-receipt.server";
import { requestReading } from "./reading/read-receipts.server";
import { CHECK_RECEIPTS } from "./receipt-attachment";
import { type RiskSignal, riskScoreOf } from "./statuses";
import {
  isSubmission,
  lockSubmissions,
  mailCustomer,
  publishSubmissions,
  type Submission,
} from "./submission.server";
import { receiptChecks, receiptFingerprints, submissions } from "./tables.server";

const BATCH = 50;

/** Requests the check of a submission's receipt, which runs when the receipt has been decoded. In the transaction that stores its id. */
export async function requestReceiptCheck(
  tx: ShopTransaction,
  shop: string,
  submissionId: number,
): Promise<void> {
  const waiting = { state: "waiting" as const, problem: null };
  await tx
    .insert(receiptChecks)
    .values({ shop, submissionId, ...waiting })
    .onConflictDoUpdate({ target: [receiptChecks.shop, receiptChecks.submissionId], set: waiting });
  // The receipt may be decoded already. Otherwise its decoding requests the task again.
  await requestTask({ name: CHECK_RECEIPTS }, shop, { tx });
}

/** Compares receipts that were decoded with earlier ones, and tells customers whose receipt can't be read. */
export const checkReceipts = defineTask({
  name: CHECK_RECEIPTS,
  // As of decoding: a worker of an earlier build drops requests of a task that it doesn't know.
  schedule: {
    cron: "5-59/10 * * * *",
    due: "EXISTS (SELECT FROM receipt_checks AS due WHERE due.shop = shops.shop AND due.state = 'waiting')",
  },
  async run(shop, signal) {
    for (let found = BATCH; found === BATCH && !signal.aborted; ) {
      const decoded = await findDecoded(shop);
      found = decoded.length;
      for (const one of decoded) {
        if (signal.aborted) return;
        if (one.state === "failed") await refuse(one);
        else await compare(one);
        publishSubmissions(shop, [one.submission.id]);
      }
    }
  },
});

interface DecodedReceipt {
  submission: Submission;
  /** Null when it was erased. */
  attachmentId: string | null;
  state: "ready" | "failed" | "waiting" | null;
  problem: string | null;
}

const findDecoded = (shop: string): Promise<DecodedReceipt[]> =>
  withShop(shop, (tx) =>
    tx
      .select({
        submission: submissions,
        attachmentId: attachments.id,
        state: attachments.state,
        problem: attachments.problem,
      })
      .from(receiptChecks)
      .innerJoin(
        submissions,
        and(eq(submissions.shop, receiptChecks.shop), eq(submissions.id, receiptChecks.submissionId)),
      )
      .leftJoin(
        attachments,
        and(eq(attachments.shop, submissions.shop), eq(attachments.id, submissions.attachmentId)),
      )
      .where(
        and(
          eq(receiptChecks.shop, shop),
          eq(receiptChecks.state, "waiting"),
          or(isNull(attachments.id), ne(attachments.state, "waiting")),
        ),
      )
      .limit(BATCH),
  );

/** True when the check was still open, and its receipt is still this one. */
async function endCheck(
  tx: ShopTransaction,
  { submission, attachmentId }: DecodedReceipt,
  change: { state: "ready" | "failed"; problem?: string },
): Promise<boolean> {
  const [current] = await lockSubmissions(tx, submission.shop, [submission.id]);
  if (!current || (attachmentId && current.attachmentId !== attachmentId)) return false;
  const { rowCount } = await tx
    .update(receiptChecks)
    .set(change)
    .where(
      and(
        eq(receiptChecks.shop, submission.shop),
        eq(receiptChecks.submissionId, submission.id),
        eq(receiptChecks.state, "waiting"),
      ),
    );
  return rowCount === 1;
}

async function refuse(receipt: DecodedReceipt): Promise<void> {
  const { submission, attachmentId } = receipt;
  const problem = receipt.problem ?? "This file can't be read.";
  await withShop(submission.shop, async (tx) => {
    if (!(await endCheck(tx, receipt, { state: "failed", problem }))) return;
    await mailCustomer(tx, submission, receiptUnreadable, `unreadable ${attachmentId}`, { problem });
  });
}

/** Stores the receipt's fingerprint, and adds the signal of a similar picture to each of the alike submissions, once. */
async function compare(receipt: DecodedReceipt): Promise<void> {
  const { submission, attachmentId } = receipt;
  const { shop } = submission;
  const fingerprints = attachmentId ? await readFingerprints(shop, attachmentId) : [];
  const [upright] = fingerprints;
  await withShop(shop, async (tx) => {
    // One at a time in a shop: of two similar pictures, the second one finds the first one.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`receipt pictures ${shop}`}, 0))`);
    if (upright !== undefined) {
      const similar = (await findDuplicates(tx, { ...submission, fingerprints })).filter(({ matches }) =>
        matches.includes("picture"),
      );
      await lockSubmissions(tx, shop, [submission.id, ...similar.map(({ id }) => id)]);
      const isSame = similar.filter(({ matches }) => isSamePurchase(matches));
      if (similar.length > 0) await addSignal(tx, submission, isSame.length > 0 ? "samePurchase" : "picture");
      for (const other of similar)
        await addSignal(
          tx,
          { shop, id: other.id },
          isSamePurchase(other.matches) ? "samePurchase" : "picture",
        );
      await storeFingerprint(tx, submission, upright);
    }
    if ((await endCheck(tx, receipt, { state: "ready" })) && attachmentId)
      await requestReading(tx, { shop, submissionId: submission.id, attachmentId });
  });
}

/** A stronger signal replaces the weaker one. A decided submission gets it too: its reviewer may have been deceived. */
async function addSignal(
  tx: ShopTransaction,
  submission: Pick<Submission, "shop" | "id">,
  signal: Extract<RiskSignal, "picture" | "samePurchase">,
): Promise<void> {
  const [current] = await tx
    .select({ signals: submissions.signals })
    .from(submissions)
    .where(isSubmission(submission));
  if (!current || current.signals.includes(signal) || current.signals.includes("samePurchase")) return;
  const signals = [...current.signals.filter((one) => one !== "picture"), signal];
  await tx
    .update(submissions)
    .set({ signals, riskScore: riskScoreOf(signals) })
    .where(isSubmission(submission));
}

async function storeFingerprint(tx: ShopTransaction, { shop, id }: Submission, hash: bigint): Promise<void> {
  const [part0 = 0, part1 = 0, part2 = 0, part3 = 0] = partsOf(hash);
  const values = { hash: storedFingerprint(hash), part0, part1, part2, part3 };
  await tx
    .insert(receiptFingerprints)
    .values({ shop, submissionId: id, ...values })
    .onConflictDoUpdate({
      target: [receiptFingerprints.shop, receiptFingerprints.submissionId],
      set: values,
    });
}
