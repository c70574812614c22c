import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { MAX_DISTANCE } from "~/domain/submissions/duplicates.server";
import {
  type Fingerprint,
  fingerprintsOf,
  partsOf,
  storedFingerprint,
} from "~/domain/submissions/fingerprint.server";
import { orderAttempts } from "~/domain/submissions/orders/tables.server";
import { requestReading } from "~/domain/submissions/reading/read-receipts.server";
import { type RiskSignal, riskScoreOf } from "~/domain/submissions/statuses";
import { receiptKeyOf } from "~/domain/submissions/submission-filter.server";
import { receiptFingerprints, submissions } from "~/domain/submissions/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { RandomSource } from "../../../local-store/demo/random-source.ts";
import type { SubmissionFacts } from "../../../local-store/history/submissions.ts";
import { after, type Chapter, type DemoShop, idOf, randomOf } from "../chapter.ts";
import { attachmentIdOf, storeReceipts } from "../receipts/store-receipts.ts";
import { AGES, DENY_REASONS, GENDERS, writePromotions, writeReasons } from "./promotions.ts";

/** A promotion with its submissions in every status, their receipts, and what reviewers decided. */
export const promotionSubmissions: Chapter = {
  name: "Receipts",
  prepare: (shop) => storeReceipts(shop),
  async write(tx, shop) {
    const promotionIds = await writePromotions(tx, shop);
    const [deny, loyaltyDeny, hold] = await writeReasons(tx, shop);
    const rated = await rate(shop);
    const rows = shop.facts.submissions.map((facts, index) =>
      rowOf(shop, facts, index, {
        ...(rated[index] as Rating),
        promotionId: facts.isLoyalty ? promotionIds.loyalty : promotionIds.regular,
        reasons: { deny: facts.isLoyalty ? loyaltyDeny : deny, hold },
      }),
    );
    if (rows.length === 0) return;
    const inserted = await tx.insert(submissions).values(rows).returning({ id: submissions.id });
    await tx.insert(receiptFingerprints).values(
      inserted.flatMap(({ id }, index) => {
        const upright = rated[index]?.fingerprint;
        if (upright === undefined) return [];
        const [part0 = 0, part1 = 0, part2 = 0, part3 = 0] = partsOf(upright);
        return [
          {
            shop: shop.domain,
            submissionId: id,
            hash: storedFingerprint(upright),
            part0,
            part1,
            part2,
            part3,
          },
        ];
      }),
    );
    const ids = inserted.map(({ id }) => id);
    await writeAttempts(tx, shop, ids);
    await requestReadings(tx, shop, ids);
  },
};

interface Rating {
  signals: RiskSignal[];
  isReceiptIdUsed: boolean;
  isAddressUsed: boolean;
  fingerprint: Fingerprint | undefined;
}

/** Compares each submission with the earlier ones, as the form does. */
async function rate(shop: DemoShop): Promise<Rating[]> {
  const compared: (Rating & { receiptKey: string; addressKey: string; email: string; cents: number })[] = [];
  const addresses = await foldedAddresses(shop);
  for (const [index, facts] of shop.facts.submissions.entries()) {
    const addressKey = addresses[index] ?? "";
    const prints =
      facts.file === "photo"
        ? await fingerprintsOf(
            await attachmentStore.read(shop.domain, attachmentIdOf(shop, index), "thumbnail"),
          )
        : [];
    const entered = enteredOf(shop, facts);
    const same = {
      receiptId: compared.filter(({ receiptKey }) => receiptKey === entered.receiptKey),
      address: compared.filter((one) => one.addressKey === addressKey),
      email: compared.filter(({ email }) => email === facts.email),
      picture: compared.filter(
        ({ fingerprint }) =>
          fingerprint !== undefined && prints.some((print) => distance(print, fingerprint) <= MAX_DISTANCE),
      ),
    };
    const isSamePurchase = same.picture.some(
      (one) =>
        one.receiptKey === entered.receiptKey ||
        one.cents === entered.amountCents ||
        one.addressKey === addressKey,
    );
    const isOld = Date.parse(facts.at) - Date.parse(facts.receipt.day) > 90 * 86_400_000;
    const signals: RiskSignal[] = [
      ...(["receiptId", "address", "email"] as const).filter((name) => same[name].length > 0),
      ...(isOld ? (["oldPurchase"] as const) : []),
      ...(same.picture.length > 0 ? [isSamePurchase ? ("samePurchase" as const) : ("picture" as const)] : []),
    ];
    for (const one of same.receiptId) one.isReceiptIdUsed = true;
    for (const one of same.address) one.isAddressUsed = true;
    compared.push({
      signals,
      isReceiptIdUsed: same.receiptId.length > 0,
      isAddressUsed: same.address.length > 0,
      fingerprint: prints[0],
      receiptKey: entered.receiptKey,
      addressKey,
      email: facts.email,
      cents: entered.amountCents,
    });
  }
  return compared;
}

function distance(a: Fingerprint, b: Fingerprint): number {
  let [bits, count] = [a ^ b, 0];
  for (; bits > 0n; bits &= bits - 1n) count += 1;
  return count;
}

/** What the customer entered. */
function enteredOf(shop: DemoShop, { receipt, isAltered }: SubmissionFacts) {
  const shippingCountry = shop.config.currencyCode === "EUR" ? "Germany" : "United States";
  return {
    receiptId: receipt.number,
    receiptKey: receiptKeyOf(receipt.number),
    amountCents: isAltered ? receipt.totalCents + 5_000 : receipt.totalCents,
    shippingCountry,
  };
}

/** The addresses of the submissions as the database compares them. */
async function foldedAddresses({ domain, facts }: DemoShop): Promise<string[]> {
  const lines = facts.submissions.map(({ address1 }) => address1);
  const codes = facts.submissions.map(({ zip }) => zip);
  const { rows } = await withShop(domain, (tx) =>
    tx.$client.query<{ address: string }>(
      `SELECT fold_postal_address(line, NULL, code) AS address
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (line, code, place) ORDER BY place`,
      [lines, codes],
    ),
  );
  return rows.map(({ address }) => address);
}

type Row = typeof submissions.$inferInsert;

function rowOf(
  shop: DemoShop,
  facts: SubmissionFacts,
  index: number,
  {
    signals,
    isReceiptIdUsed,
    isAddressUsed,
    promotionId,
    reasons,
  }: Rating & { promotionId: number; reasons: { deny: number[]; hold: number[] } },
): Row {
  const { domain, staff } = shop;
  const random = randomOf(shop, "submissions", index);
  const { receiptId, receiptKey, amountCents, shippingCountry } = enteredOf(shop, facts);
  const reviewer = reviewerOf(shop, random);
  const at = new Date(facts.at);
  const { status, order } = facts;
  const isAssigned = status !== "Unassigned";
  const isApproved = ["Approved", "Order Created", "Shipped", "Delivered"].includes(status);
  const decidedAt = facts.decidedAt === null ? null : new Date(facts.decidedAt);
  const assignedAt = isAssigned ? after(at, 0.15) : null;
  const secondLook =
    isApproved && random.chance(0.12)
      ? status === "Delivered"
        ? random.chance(0.8)
          ? "agreed"
          : "disagreed"
        : "due"
      : null;
  const date = (text: string | null | undefined) => (text ? new Date(text) : null);
  return {
    shop: domain,
    promotionId,
    isLoyalty: facts.isLoyalty,
    operationId: idOf(shop, "submission", index),
    linkId: idOf(shop, "submission link", index),
    status,
    createdAt: at,
    version: isAssigned ? 3 : 1,
    firstName: facts.firstName,
    lastName: facts.lastName,
    email: facts.email,
    gender: random.pick(GENDERS),
    ageRange: random.pick(AGES),
    purchasingMethod: facts.file === "pdf" ? "Online" : "In store",
    purchaseDay: facts.receipt.day,
    receiptId,
    receiptKey,
    amountCents: amountCents as Row["amountCents"],
    modelNumber: facts.receipt.model,
    retailer: facts.receipt.retailer,
    purchaseCity: facts.city,
    purchaseState: facts.state,
    shippingFirstName: facts.firstName,
    shippingLastName: facts.lastName,
    shippingAddress1: facts.address1,
    shippingCity: facts.city,
    shippingState: facts.state,
    shippingPostalCode: facts.zip,
    shippingCountry,
    shippingPhone: facts.phone,
    isAddressUsed,
    isReceiptIdUsed,
    attachmentId: attachmentIdOf(shop, index),
    signals,
    riskScore: riskScoreOf(signals),
    ...(isAssigned && {
      reviewerId: reviewer.id,
      reviewerEmail: reviewer.email,
      firstAssignedAt: assignedAt,
      assignedAt,
    }),
    ...(facts.isHeld && { holdReasonId: random.pick(reasons.hold), heldAt: after(at, 0.6) }),
    ...(status === "Denied" && {
      denyReasonId: reasons.deny[denyReasonOf(facts, random)],
      denierId: reviewer.id,
      denierEmail: reviewer.email,
      deniedAt: decidedAt,
    }),
    ...(isApproved && { approverId: reviewer.id, approverEmail: reviewer.email, approvedAt: decidedAt }),
    decidedAt,
    secondLook,
    // Not the one who approved it.
    secondLookById:
      secondLook && secondLook !== "due"
        ? (reviewer === staff.owner ? staff.reviewer : staff.owner).id
        : null,
    orderId: order?.id ?? null,
    orderName: order?.name ?? null,
    fulfillmentStatus:
      status === "Order Created"
        ? "Unfulfilled"
        : status === "Shipped" || status === "Delivered"
          ? status
          : null,
    trackingNumber: order?.tracking ?? null,
    shippedAt: date(order?.shippedAt),
    deliveredAt: date(order?.deliveredAt),
  };
}

/** Who reviews a submission: the first choice of its random ones. */
const reviewerOf = ({ staff }: DemoShop, random: RandomSource) =>
  random.chance(0.7) ? staff.reviewer : staff.owner;

/** The place of a reason to deny a submission that is true of it. */
function denyReasonOf({ copyOf, isAltered }: SubmissionFacts, random: RandomSource): number {
  if (copyOf !== null) return DENY_REASONS.indexOf("This receipt was submitted before");
  if (isAltered) return DENY_REASONS.indexOf("The entered amount is not the receipt's");
  return DENY_REASONS.indexOf(
    random.pick(["The receipt is not readable", "The product does not take part"] as const),
  );
}

/** A worker reads the receipts that wait for a decision. Reading all of them would take a processor many minutes. */
async function requestReadings(tx: ShopTransaction, shop: DemoShop, ids: readonly number[]): Promise<void> {
  for (const [index, { decidedAt }] of shop.facts.submissions.entries()) {
    const submissionId = ids[index];
    if (decidedAt !== null || submissionId === undefined) continue;
    await requestReading(tx, { shop: shop.domain, submissionId, attachmentId: attachmentIdOf(shop, index) });
  }
}

/** The approved ones without an order get it in some hours: until then, their approval can be undone. */
async function writeAttempts(tx: ShopTransaction, shop: DemoShop, ids: readonly number[]): Promise<void> {
  const rows = shop.facts.submissions.flatMap((facts, index): (typeof orderAttempts.$inferInsert)[] => {
    const at = facts.decidedAt && new Date(facts.decidedAt);
    if (!at || (facts.status !== "Approved" && !facts.order)) return [];
    const approver = reviewerOf(shop, randomOf(shop, "submissions", index));
    const ended = facts.order && {
      state: "done" as const,
      orderId: facts.order.id,
      finishedAt: new Date(facts.order.at),
      sentAt: at,
    };
    return [
      {
        shop: shop.domain,
        id: facts.order?.attemptId ?? idOf(shop, "attempt", index),
        submissionId: ids[index] ?? 0,
        approverId: approver.id,
        approverName: approver.name,
        state: "started",
        attempt: 1,
        startedAt: at,
        leaseUntil: ended ? at : after(shop.start, 0.5),
        ...ended,
      },
    ];
  });
  if (rows.length > 0) await tx.insert(orderAttempts).values(rows);
}
