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
import {
  denyReasons,
  holdReasons,
  promotions,
  receiptFingerprints,
  replyTemplates,
  submissions,
} from "~/domain/submissions/tables.server";
import { settings } from "~/platform/auth/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { SubmissionFacts } from "../../../local-store/history/submissions.ts";
import { MODEL_NUMBERS, RETAILERS } from "../../../local-store/history/submissions.ts";
import {
  after,
  type Chapter,
  type DemoShop,
  dayOf,
  daysAgo,
  idOf,
  lastIdOf,
  randomOf,
  storeRows,
} from "../chapter.ts";
import { attachmentIdOf, storeReceipts } from "../receipts/store-receipts.ts";

const GENDERS = ["Female", "Male", "Other", "Prefer not to say"];
const AGES = ["18-24", "25-34", "35-44", "45-54", "55+"];
const METHODS = ["In store", "Online"];
const DENY_REASONS = [
  "The receipt is not readable",
  "The purchase was before the promotion",
  "The product does not take part",
  "This receipt was submitted before",
  "The entered amount is not the receipt's",
];
const HOLD_REASONS = [
  "Asked the customer for a better photo",
  "Waiting for the retailer",
  "Needs a second opinion",
];

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

/** @returns their ids */
async function writePromotions(
  tx: ShopTransaction,
  shop: DemoShop,
): Promise<{ regular: number; loyalty: number }> {
  const { domain, staff } = shop;
  const [reward] = await storeRows<{ id: number; title: string; option: string }>(
    shop,
    `SELECT v.id, p.title, v.option_values[1] AS option FROM variants v JOIN products p ON p.shop = v.shop AND p.id = v.product_id
      WHERE v.shop = $1 AND p.title LIKE '%Battery%' AND p.status = 'ACTIVE' ORDER BY v.id LIMIT 1`,
  );
  const createdAt = daysAgo(shop, 110);
  const last = await lastIdOf(tx, shop, "promotions");
  const ids = { regular: last + 1, loyalty: last + 2 };
  const promotion = (id: number, name: string, isLoyalty: boolean) => ({
    shop: domain,
    id,
    name,
    description: isLoyalty
      ? "A free battery for members of the loyalty program."
      : "Buy a battery, get another one free.",
    startDay: dayOf(shop, daysAgo(shop, 100)),
    endDay: dayOf(shop, daysAgo(shop, -45)),
    choices: {
      retailers: RETAILERS,
      models: [...MODEL_NUMBERS],
      methods: METHODS,
      ages: AGES,
      genders: GENDERS,
      countries: [shop.config.currencyCode === "EUR" ? "Germany" : "United States"],
      states: [],
    },
    rewardVariantId: reward?.id ?? 0,
    rewardTitle: `${reward?.title ?? "Battery"} · ${reward?.option ?? ""}`,
    submissionLimit: "none" as const,
    isLoyalty,
    key: idOf(shop, "promotion key", name).replaceAll("-", "").slice(0, 22),
    createdAt,
    createdById: staff.owner.id,
    createdByName: staff.owner.name,
    operationId: idOf(shop, "promotion", name),
  });
  await tx
    .insert(promotions)
    .values([
      promotion(ids.regular, "Battery Redemption", false),
      promotion(ids.loyalty, "Loyalty Battery Bonus", true),
    ]);
  await tx
    .insert(settings)
    .values({
      shop: domain,
      key: "promo.review",
      value: { undoSeconds: 10, secondLookPercent: 10, targetHours: 72, lockMinutes: 10 },
      changedAt: createdAt,
      changedBy: staff.owner.id,
    })
    .onConflictDoNothing();
  await tx.insert(replyTemplates).values([
    {
      shop: domain,
      usedFor: "deny",
      name: "Not readable",
      body: "We couldn't read the receipt. Please take a photo of the whole receipt in good light, and submit it again.",
    },
    {
      shop: domain,
      usedFor: "hold",
      name: "Better photo",
      body: "Could you send us a photo that shows the whole receipt, with its date and total?",
    },
  ]);
  return ids;
}

async function writeReasons(
  tx: ShopTransaction,
  { domain }: DemoShop,
): Promise<[number[], number[], number[]]> {
  const deny = (isLoyalty: boolean) =>
    tx
      .insert(denyReasons)
      .values(
        DENY_REASONS.map((reason, index) => ({ shop: domain, reason, orderInList: index + 1, isLoyalty })),
      )
      .returning({ id: denyReasons.id });
  const hold = await tx
    .insert(holdReasons)
    .values(HOLD_REASONS.map((reason, index) => ({ shop: domain, reason, orderInList: index + 1 })))
    .returning({ id: holdReasons.id });
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return [ids(await deny(false)), ids(await deny(true)), ids(hold)];
}

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
  const reviewer = random.chance(0.7) ? staff.reviewer : staff.owner;
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
      denyReasonId: facts.copyOf === null ? random.pick(reasons.deny) : reasons.deny[3],
      denierId: reviewer.id,
      denierEmail: reviewer.email,
      deniedAt: decidedAt,
    }),
    ...(isApproved && { approverId: reviewer.id, approverEmail: reviewer.email, approvedAt: decidedAt }),
    decidedAt,
    secondLook,
    secondLookById: secondLook && secondLook !== "due" ? staff.owner.id : null,
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
        approverId: shop.staff.reviewer.id,
        approverName: shop.staff.reviewer.name,
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
