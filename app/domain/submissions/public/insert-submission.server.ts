import { randomUUID } from "node:crypto";
import { and, eq, ne, or, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { submissionMade } from "../audit.server";
import { requestReceiptCheck } from "../check-receipts.server";
import { type ComparedSubmission, type Duplicate, findDuplicates } from "../duplicates.server";
import { submissionReceived } from "../mail-texts.server";
import type { Promotion } from "../promotions.server";
import { type RiskSignal, riskScoreOf } from "../statuses";
import {
  isSubmission,
  lockSubmissions,
  mailCustomer,
  recordSubmissionAudit,
  type Submission,
} from "../submission.server";
import { receiptKeyOf } from "../submission-filter.server";
import { submissions } from "../tables.server";
import type { NewSubmission } from "./submission-form.server";

/** The audit log's actor: customers aren't signed in. */
const CUSTOMER = { id: "visitor", name: "A customer" };
const OLD_PURCHASE_DAYS = 90;
const DAY_MS = 86_400_000;

const ALREADY: Record<Exclude<Promotion["submissionLimit"], "none">, string> = {
  address: "There is already a submission with this address. Each address can take part once.",
  person: "There is already a submission with this email address. Each person can take part once.",
};

/** The mailbox of a submission, as the database folds it: its aliases are one. */
const mailboxOf = ({ email }: Pick<NewSubmission, "email">) => sql<string>`fold_mailbox(${email})`;

/** Its shipping address, as the database folds it: other spellings of one address are one. */
const addressOf = (fields: NewSubmission) =>
  sql<string>`fold_postal_address(${fields.shippingAddress1}, ${fields.shippingAddress2}, ${fields.shippingPostalCode})`;

/**
 * Why the promotion's limit refuses a submission, in a sentence. A denied one doesn't count. A mailbox counts with its aliases. An address
 * counts as it is written: one that is only similar goes to a reviewer, with a risk signal, unless it has the same mailbox.
 */
export async function limitProblem(
  tx: ShopTransaction,
  { shop, id, submissionLimit }: Promotion,
  fields: NewSubmission,
): Promise<string | null> {
  if (submissionLimit === "none") return null;
  const isMailbox = eq(submissions.mailbox, mailboxOf(fields));
  const isWritten = and(
    sql`lower(${submissions.shippingAddress1}) = lower(${fields.shippingAddress1})`,
    sql`lower(coalesce(${submissions.shippingAddress2}, '')) = lower(${fields.shippingAddress2 ?? ""})`,
    sql`lower(${submissions.shippingPostalCode}) = lower(${fields.shippingPostalCode})`,
    sql`lower(${submissions.shippingCountry}) = lower(${fields.shippingCountry})`,
  );
  const isSame =
    submissionLimit === "person"
      ? isMailbox
      : and(eq(submissions.foldedAddress, addressOf(fields)), or(isWritten, isMailbox));
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
  return found ? ALREADY[submissionLimit] : null;
}

/**
 * Lets one submission at a time be stored per address, mailbox and receipt id, so that each sees the others.
 * @returns what it is compared by
 */
export async function lockComparable(
  tx: ShopTransaction,
  shop: string,
  fields: NewSubmission,
): Promise<ComparedSubmission> {
  const receiptKey = receiptKeyOf(fields.receiptId);
  const { rows } = await tx.execute<{ mailbox: string; address: string }>(
    sql`SELECT ${mailboxOf(fields)} AS mailbox, ${addressOf(fields)} AS address`,
  );
  const [{ mailbox, address } = { mailbox: "", address: "" }] = rows;
  // Always in this order, so that none deadlocks.
  for (const key of [`address ${address}`, `mailbox ${mailbox}`, `receipt ${receiptKey}`])
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`submission ${shop} ${key}`}, 0))`);
  return { receiptKey, foldedAddress: address, mailbox, amountCents: fields.amountCents, fingerprints: [] };
}

interface StoredFields {
  fields: NewSubmission;
  compared: ComparedSubmission;
  operationId: string;
  attachmentId: string;
  now: Date;
}

/** Stores a submission under the locks of `lockComparable`, marks what it has in common with others, and emails the customer. */
export async function insertSubmission(
  tx: ShopTransaction,
  { shop, id: promotionId, isLoyalty }: Promotion,
  { fields, compared, operationId, attachmentId, now }: StoredFields,
): Promise<Submission> {
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
      receiptKey: compared.receiptKey,
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
  await requestReceiptCheck(tx, shop, inserted.id);
  return inserted;
}

/**
 * The earlier ones are no longer the only ones with their receipt id, address or mailbox, and get the same signals. In the order in which all
 * changes lock them.
 */
async function markUsed(
  tx: ShopTransaction,
  { shop }: Submission,
  duplicates: readonly Duplicate[],
): Promise<void> {
  const earlier = new Map(duplicates.map(({ id, matches }) => [id, matches]));
  for (const { id, ...current } of await lockSubmissions(tx, shop, [...earlier.keys()])) {
    const shared = SHARED.filter((name) => earlier.get(id)?.includes(name));
    const signals = [...new Set<RiskSignal>([...current.signals, ...shared])];
    await tx
      .update(submissions)
      .set({
        isReceiptIdUsed: current.isReceiptIdUsed || shared.includes("receiptId"),
        isAddressUsed: current.isAddressUsed || shared.includes("address"),
        signals,
        riskScore: riskScoreOf(signals),
      })
      .where(isSubmission({ shop, id }));
  }
}

/** What submissions have in common that is a signal of each. */
const SHARED = ["receiptId", "address", "email"] as const;

function signalsOf(fields: NewSubmission, duplicates: readonly Duplicate[], now: Date): RiskSignal[] {
  const has = (match: Duplicate["matches"][number]) =>
    duplicates.some(({ matches }) => matches.includes(match));
  const age = (+now - Date.parse(fields.purchaseDay)) / DAY_MS;
  return [...SHARED.filter(has), ...(age > OLD_PURCHASE_DAYS ? (["oldPurchase"] as const) : [])];
}
