import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { attachments } from "~/core/attachments/tables.server";
import { withShop } from "~/platform/db/with-shop.server";
import { log } from "~/platform/log.server";
import { findDuplicates, isSamePurchase } from "./duplicates.server";
import { fingerprintsOf, partsOf, storedFingerprint } from "./fingerprint.server";
import { type RiskSignal, riskScoreOf } from "./risk-signals";
import { isSubmission, type Submission } from "./submission.server";
import { receiptFingerprints, submissions } from "./tables.server";

/**
 * Stores the receipt's fingerprint, and adds the signals of similar pictures, once. A receipt that can't be compared has none.
 * @returns true when signals were added
 */
export async function compareReceipt(shop: string, submission: Submission): Promise<boolean> {
  try {
    const attachmentId = await findUncomparedPicture(shop, submission);
    if (!attachmentId) return false;
    const fingerprints = await fingerprintsOf(await attachmentStore.read(shop, attachmentId, "thumbnail"));
    const [upright] = fingerprints;
    if (upright === undefined) return false;
    const [part0 = 0, part1 = 0, part2 = 0, part3 = 0] = partsOf(upright);
    return await withShop(shop, async (tx) => {
      // One at a time in a shop: of two similar pictures, the second one finds the first one.
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`receipt pictures ${shop}`}, 0))`);
      const { rowCount } = await tx
        .insert(receiptFingerprints)
        .values({
          shop,
          submissionId: submission.id,
          hash: storedFingerprint(upright),
          part0,
          part1,
          part2,
          part3,
        })
        .onConflictDoNothing();
      if (rowCount === 0) return false;
      const similar = (await findDuplicates(tx, { ...submission, fingerprints })).filter(({ matches }) =>
        matches.includes("picture"),
      );
      if (similar.length === 0) return false;
      const added: RiskSignal = similar.some(({ matches }) => isSamePurchase(matches))
        ? "samePurchase"
        : "picture";
      const signals = [...submission.signals, added];
      await tx
        .update(submissions)
        .set({ signals, riskScore: riskScoreOf(signals) })
        .where(isSubmission(submission));
      return true;
    });
  } catch (error) {
    log.warn({ shop, submission: submission.id, err: error }, "a receipt could not be compared");
    return false;
  }
}

/** @returns undefined for a receipt that is a PDF, was erased, or has a fingerprint */
async function findUncomparedPicture(
  shop: string,
  { id, attachmentId }: Submission,
): Promise<string | undefined> {
  if (!attachmentId) return undefined;
  const [picture] = await withShop(shop, (tx) =>
    tx
      .select({ id: attachments.id })
      .from(attachments)
      .leftJoin(
        receiptFingerprints,
        and(eq(receiptFingerprints.shop, shop), eq(receiptFingerprints.submissionId, id)),
      )
      .where(
        and(
          eq(attachments.shop, shop),
          eq(attachments.id, attachmentId),
          isNotNull(attachments.thumbnailSize),
          isNull(receiptFingerprints.submissionId),
        ),
      ),
  );
  return picture?.id;
}
