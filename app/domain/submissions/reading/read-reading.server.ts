import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { promotions, submissions } from "../tables.server";
import { type ComparedField, compareTyped } from "./compare-typed";
import { receiptReadings } from "./tables.server";

/** What was typed for a submission beside what was read from its receipt. */
export interface Reading {
  /** `none`: it was decided before receipts were read, or was erased. */
  state: "none" | "waiting" | "ready" | "failed";
  source: "text" | "picture" | null;
  /** Empty until it is ready. */
  fields: ComparedField[];
}

/** @throws 404 for an unknown submission */
export async function readReading(tx: ShopTransaction, shop: string, id: number): Promise<Reading> {
  const [found] = await tx
    .select({ submission: submissions, choices: promotions.choices, reading: receiptReadings })
    .from(submissions)
    .innerJoin(
      promotions,
      and(eq(promotions.shop, submissions.shop), eq(promotions.id, submissions.promotionId)),
    )
    .leftJoin(
      receiptReadings,
      and(eq(receiptReadings.shop, submissions.shop), eq(receiptReadings.submissionId, submissions.id)),
    )
    .where(and(eq(submissions.shop, shop), eq(submissions.id, id)));
  if (!found) throw notFound("This submission doesn't exist. Reload the list.");
  const { submission, choices, reading } = found;
  // A replaced receipt is read again when it was decoded.
  if (!reading || reading.attachmentId !== submission.attachmentId)
    return { state: "none", source: null, fields: [] };
  const { state, source, lines } = reading;
  const fields = lines
    ? compareTyped(lines, { ...submission, purchaseDate: submission.purchaseDay }, choices)
    : [];
  return { state, source, fields };
}
