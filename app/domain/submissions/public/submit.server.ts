import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { digestOf, saveAttachment } from "~/core/attachments/save-attachment.server";
import { attachments } from "~/core/attachments/tables.server";
import type { Shop } from "~/platform/auth/shops.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { submissionAccess } from "../access";
import { addressKeyOf } from "../address-key";
import { submissionMade } from "../audit.server";
import { type Duplicate, findDuplicates, isSamePurchase } from "../duplicates.server";
import { fingerprintsOf, partsOf, storedFingerprint } from "../fingerprint.server";
import { submissionReceived } from "../mail-texts.server";
import type { Promotion } from "../promotions.server";
import { receiptKind } from "../receipt-kind";
import { type RiskSignal, riskScoreOf } from "../risk-signals";
import {
  isSubmission,
  mailCustomer,
  publishSubmissions,
  recordSubmissionAudit,
  type Submission,
} from "../submission.server";
import { receiptKeyOf } from "../submission-filter.server";
import { receiptFingerprints, submissions } from "../tables.server";
import type { NewSubmission } from "./submission-form.server";

/** The audit log's actor: customers aren't signed in. */
const CUSTOMER = { id: "visitor", name: "A customer" };
const OLD_PURCHASE_DAYS = 90;
const DAY_MS = 86_400_000;

const ALREADY: Record<Exclude<Promotion["submissionLimit"], "none">, string> = {
  address: "There is already a submission with this address. Each address can take part once.",
  person: "There is already a submission with this email address. Each person can take part once.",
};

const ALREADY_SUBMITTED = "ALREADY_SUBMITTED";

/**
 * Stores a submission with its receipt, once per operation id, and emails the customer.
 * @throws 400 for a receipt that can't be used, 409 when the address or the person has taken part already, or when the form was submitted
 *   before with another content
 */
export async function submit(
  { domain }: Shop,
  promotion: Promotion,
  { submission: fields, operationId }: { submission: NewSubmission; operationId: string },
  receipt: { name: string; bytes: Buffer },
  now: Date,
): Promise<Submission> {
  const earlier = await findByOperation(domain, operationId);
  if (earlier) {
    // The process may have died before it compared the receipt.
    if (await compareReceipt(domain, earlier)) publishSubmissions(domain, [earlier.id]);
    await assertSameForm(earlier, fields, receipt.bytes);
    return earlier;
  }
  const addressKey = addressKeyOf(fields);
  let stored: Submission | undefined;
  try {
    // Before the receipt is decoded.
    await withShop(domain, (tx) => assertWithinLimit(tx, promotion, fields.email, addressKey));
    await saveAttachment(
      domain,
      receiptKind,
      { ...receipt, email: fields.email, permission: submissionAccess(promotion.isLoyalty) },
      async (tx, { id }) => {
        stored = await insertSubmission(tx, promotion, {
          fields,
          operationId,
          addressKey,
          attachmentId: id,
          now,
        });
      },
    );
    if (!stored) throw new Error("The receipt was stored without its submission.");
    await compareReceipt(domain, stored);
    publishSubmissions(domain, [stored.id]);
    return stored;
  } catch (error) {
    // A double click sends the form twice at the same moment. The second one meets what the first one stored.
    const mayBeSame =
      isUniqueViolation(error) || (error instanceof Refusal && error.code === ALREADY_SUBMITTED);
    const same = mayBeSame ? await findByOperation(domain, operationId) : undefined;
    if (!same) throw error;
    await assertSameForm(same, fields, receipt.bytes);
    return same;
  }
}

/**
 * The form can be changed while its receipt is uploaded, or after an answer that was lost.
 * @throws 409 when it differs from the submission that was stored
 */
async function assertSameForm(stored: Submission, fields: NewSubmission, receipt: Buffer): Promise<void> {
  const names = Object.keys(fields) as (keyof NewSubmission)[];
  if (names.every((name) => stored[name] === fields[name]) && (await hasReceipt(stored, receipt))) return;
  throw new Refusal(
    409,
    "FORM_CHANGED",
    `You have already submitted this form as submission ${stored.id}. What you changed since then wasn't saved.`,
  );
}

async function hasReceipt({ shop, attachmentId }: Submission, receipt: Buffer): Promise<boolean> {
  if (!attachmentId) return false;
  const count = await withShop(shop, (tx) =>
    tx.$count(
      attachments,
      and(
        eq(attachments.shop, shop),
        eq(attachments.id, attachmentId),
        eq(attachments.digest, digestOf(receipt)),
      ),
    ),
  );
  return count > 0;
}

async function findByOperation(shop: string, operationId: string): Promise<Submission | undefined> {
  const [found] = await withShop(shop, (tx) =>
    tx
      .select()
      .from(submissions)
      .where(and(eq(submissions.shop, shop), eq(submissions.operationId, operationId))),
  );
  return found;
}

/** A denied submission doesn't count. @throws 409 */
async function assertWithinLimit(
  tx: ShopTransaction,
  { shop, id, submissionLimit }: Promotion,
  email: string,
  addressKey: string,
): Promise<void> {
  if (submissionLimit === "none") return;
  const isSame =
    submissionLimit === "address"
      ? eq(submissions.addressKey, addressKey)
      : sql`lower(coalesce(${submissions.email}, '')) = ${email.toLowerCase()}`;
  const [found] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.shop, shop),
        eq(submissions.promotionId, id),
        ne(submissions.status, "Denied"),
        isSame,
      ),
    )
    .limit(1);
  if (found) throw new Refusal(409, ALREADY_SUBMITTED, ALREADY[submissionLimit]);
}

interface StoredFields {
  fields: NewSubmission;
  operationId: string;
  addressKey: string;
  attachmentId: string;
  now: Date;
}

async function insertSubmission(
  tx: ShopTransaction,
  promotion: Promotion,
  { fields, operationId, addressKey, attachmentId, now }: StoredFields,
): Promise<Submission> {
  const { shop, id: promotionId, isLoyalty } = promotion;
  const receiptKey = receiptKeyOf(fields.receiptId);
  // One at a time per address, email and receipt id, in one order: each sees the others.
  const keys = [
    `address ${addressKey}`,
    `email ${fields.email.toLowerCase()}`,
    `receipt ${receiptKey}`,
  ].sort();
  for (const key of keys)
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`submission ${shop} ${key}`}, 0))`);
  await assertWithinLimit(tx, promotion, fields.email, addressKey);
  const compared = {
    receiptKey,
    addressKey,
    email: fields.email,
    amountCents: fields.amountCents,
    fingerprints: [],
  };
  const duplicates = await findDuplicates(tx, compared);
  const signals = signalsOf(fields, duplicates, now);
  const [inserted] = await tx
    .insert(submissions)
    .values({
      shop,
      promotionId,
      isLoyalty,
      operationId,
      linkId: randomUUID(),
      createdAt: now,
      ...fields,
      firstName: fields.shippingFirstName,
      lastName: fields.shippingLastName,
      receiptKey,
      addressKey,
      attachmentId,
      isReceiptIdUsed: signals.includes("receiptId"),
      isAddressUsed: signals.includes("address"),
      signals,
      riskScore: riskScoreOf(signals),
    })
    .returning();
  if (!inserted) throw new Error("The insert returned no submission.");
  await markUsed(tx, inserted, duplicates);
  await recordSubmissionAudit(tx, inserted, submissionMade, CUSTOMER, {
    before: null,
    after: { status: inserted.status },
  });
  await mailCustomer(tx, inserted, submissionReceived, "received");
  return inserted;
}

/** The earlier ones are no longer the only ones with their receipt id or address. In the order in which all changes lock them. */
async function markUsed(
  tx: ShopTransaction,
  { shop }: Submission,
  duplicates: readonly Duplicate[],
): Promise<void> {
  for (const { id, matches } of duplicates.toSorted((a, b) => a.id - b.id)) {
    const set = {
      ...(matches.includes("receiptId") && { isReceiptIdUsed: true }),
      ...(matches.includes("address") && { isAddressUsed: true }),
    };
    if (Object.keys(set).length > 0) await tx.update(submissions).set(set).where(isSubmission({ shop, id }));
  }
}

function signalsOf(fields: NewSubmission, duplicates: readonly Duplicate[], now: Date): RiskSignal[] {
  const has = (match: Duplicate["matches"][number]) =>
    duplicates.some(({ matches }) => matches.includes(match));
  const age = (+now - Date.parse(fields.purchaseDay)) / DAY_MS;
  return [
    ...(has("receiptId") ? (["receiptId"] as const) : []),
    ...(has("address") ? (["address"] as const) : []),
    ...(has("email") ? (["email"] as const) : []),
    ...(age > OLD_PURCHASE_DAYS ? (["oldPurchase"] as const) : []),
  ];
}

/**
 * Stores the receipt's fingerprint, and adds the signals of similar pictures, once. A receipt that can't be compared has none.
 * @returns true when signals were added
 */
async function compareReceipt(shop: string, submission: Submission): Promise<boolean> {
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
