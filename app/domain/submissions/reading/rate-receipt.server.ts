import { and, eq } from "drizzle-orm";
import type { ContentType } from "~/core/attachments/attachment-definition";
import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { attachments } from "~/core/attachments/tables.server";
import { withShop } from "~/platform/db/with-shop.server";
import { log } from "~/platform/log.server";
import { findDuplicates, findSimilarPictures, isSamePurchase } from "../duplicates.server";
import { type Fingerprint, fingerprintsOfReceipt } from "../fingerprint.server";
import { type RiskSignal, riskScoreOf } from "../statuses";
import { isSubmission, lockSubmissions } from "../submission.server";
import { submissions } from "../tables.server";
import type { ComparedField } from "./compare-typed";
import { readReading } from "./read-reading.server";
import type { FactName } from "./reading";

/** What a difference between typed and read is a signal of. Models and retailers are often printed in another way. */
const OF_FIELDS: Partial<Record<FactName, RiskSignal>> = {
  receiptId: "typedNumber",
  purchaseDate: "typedDate",
  amount: "typedAmount",
};
const OF_RECEIPTS: readonly RiskSignal[] = [
  "picture",
  "samePurchase",
  "typedNumber",
  "typedDate",
  "typedAmount",
];
/** In percent. Below it, the difference is likelier a fault of the reading. */
const MIN_CONFIDENCE = 75;

/**
 * Rates what is known of a submission's receipt: its picture, its text, and what was typed. It replaces the signals of an earlier rating, so
 * a picture whose text turns out to be of another purchase is no longer one.
 * @returns the submissions that have to be rated again: copies, and those that look alike, whatever their text is
 */
export async function rateReceipt(shop: string, id: number): Promise<number[]> {
  const [submission] = await withShop(shop, (tx) =>
    tx.select().from(submissions).where(isSubmission({ shop, id })),
  );
  if (!submission?.attachmentId) return [];
  const fingerprints = await readFingerprints(shop, submission.attachmentId);
  return withShop(shop, async (tx) => {
    const similar = await findSimilarPictures(tx, fingerprints, id);
    const found = await findDuplicates(tx, { ...submission, fingerprints });
    const { fields } = await readReading(tx, shop, id);
    const [current] = await lockSubmissions(tx, shop, [id]);
    if (!current) return [];
    const alike = found.filter(({ matches }) => matches.includes("picture") || matches.includes("content"));
    const copies: RiskSignal[] =
      alike.length === 0
        ? []
        : [alike.some(({ matches }) => isSamePurchase(matches)) ? "samePurchase" : "picture"];
    const others = current.signals.filter((signal) => !OF_RECEIPTS.includes(signal));
    const signals = [...others, ...copies, ...fields.flatMap(signalOf)];
    await tx
      .update(submissions)
      .set({ signals, riskScore: riskScoreOf(signals) })
      .where(isSubmission({ shop, id }));
    return [...new Set([...alike.map((one) => one.id), ...similar])];
  });
}

function signalOf({ name, state, read }: ComparedField): RiskSignal[] {
  const signal = OF_FIELDS[name];
  return signal && state === "different" && read && read.confidence >= MIN_CONFIDENCE ? [signal] : [];
}

/** Of all four turns: the stored fingerprint is that of the upright picture alone. None without a thumbnail. */
export async function readFingerprints(shop: string, attachmentId: string): Promise<Fingerprint[]> {
  const [file] = await withShop(shop, (tx) =>
    tx
      .select({ contentType: attachments.contentType, thumbnailSize: attachments.thumbnailSize })
      .from(attachments)
      .where(and(eq(attachments.shop, shop), eq(attachments.id, attachmentId))),
  );
  if (!file?.thumbnailSize) return [];
  return attachmentStore
    .read(shop, attachmentId, "thumbnail")
    .then((thumbnail) => fingerprintsOfReceipt(file.contentType as ContentType, thumbnail))
    .catch((error: unknown) => {
      log.warn({ shop, attachmentId, err: error }, "a receipt could not be compared");
      return [];
    });
}
