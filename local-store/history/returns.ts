import type { RandomSource } from "../demo/random-source.ts";
import { fulfillmentsOf, linesOf } from "../orders/read-orders.ts";
import { lineTotalCents, type OrderRow } from "../orders/rows.ts";
import { cancelReturn, closeReturn, processReturn } from "../returns/finish-return.ts";
import { createReturn, declineReturn, requestReturn } from "../returns/open-return.ts";
import { reverseOrdersOf } from "../returns/read-returns.ts";
import { RETURN_REASONS } from "../returns/return-reasons.ts";
import { createReverseDelivery } from "../returns/reverse-deliveries.ts";
import { upsAccountOf } from "../ups/accounts.ts";
import { insertShipment, setTrackingStatus, voidShipment } from "../ups/shipments.ts";
import { DAY_MS } from "./calendar.ts";
import { type History, uuidFrom } from "./chapter.ts";
import { give, type IssuedCredit } from "./credits.ts";
import type { HistoryEvent } from "./timeline.ts";

/** How far a return is. */
type Progress =
  | "requested"
  | "declined"
  | "labeled"
  | "in transit"
  | "arrived"
  | "credited"
  | "refunded"
  | "closed"
  | "canceled";

/** A return that Backroom created, with what it did about it. */
export interface ReturnFacts {
  caseId: string;
  progress: Progress;
  orderId: number;
  orderName: string;
  customerId: number | null;
  returnId: number;
  returnName: string;
  trackingNumber: string;
  weight: number;
  shippingFeeCents: number;
  lines: {
    id: number;
    lineItemId: number;
    fulfillmentLineId: number;
    reverseLineId: number;
    quantity: number;
    reasonId: number;
  }[];
  at: string;
  receivedAt: string | null;
  refundCents: number;
  creditTransactionId: number | null;
}

/** The number of returns at each point, and how many days ago they began. */
const PLAN: readonly { progress: Progress; count: number; from: number; to: number }[] = [
  { progress: "requested", count: 3, from: 1, to: 4 },
  { progress: "declined", count: 2, from: 20, to: 60 },
  { progress: "labeled", count: 5, from: 1, to: 5 },
  { progress: "in transit", count: 6, from: 3, to: 9 },
  { progress: "arrived", count: 5, from: 7, to: 15 },
  { progress: "credited", count: 12, from: 20, to: 200 },
  { progress: "refunded", count: 9, from: 20, to: 200 },
  { progress: "closed", count: 2, from: 30, to: 90 },
  { progress: "canceled", count: 3, from: 10, to: 50 },
];

interface ReturnedOrder extends OrderRow {
  delivered_at: Date;
}

/** Returns at every point of their way. */
export async function returnEvents(
  history: History,
  issued: IssuedCredit[],
  returns: ReturnFacts[],
): Promise<HistoryEvent[]> {
  const { store, shop, start, scale, random } = history;
  const choice = random(4);
  const { rows: orders } = await store.pool.query<ReturnedOrder>(
    `SELECT o.*, f.delivered_at FROM orders o JOIN fulfillments f ON f.shop = o.shop AND f.order_id = o.id
      WHERE o.shop = $1 AND o.financial_status = 'PAID' AND f.delivered_at IS NOT NULL
        AND o.id % 3 = 0 ORDER BY o.created_at DESC, o.id`,
    [shop.domain],
  );
  const taken = new Set<number>();
  return PLAN.flatMap(({ progress, count, from, to }) =>
    Array.from({ length: Math.max(1, Math.round(count * scale)) }, (): HistoryEvent | null => {
      const daysAgo = from + choice.below(100 * (to - from)) / 100;
      const at = new Date(start.getTime() - daysAgo * DAY_MS);
      const order = orders.find(
        ({ id, delivered_at }) =>
          !taken.has(id) && delivered_at < at && delivered_at.getTime() > at.getTime() - 30 * DAY_MS,
      );
      if (!order) return null;
      taken.add(order.id);
      const own = random(50_000 + taken.size);
      return { at, happen: () => makeReturn(history, own, { order, progress, issued, returns, at }) };
    }).filter((event) => event !== null),
  );
}

interface ReturnPlan {
  order: ReturnedOrder;
  progress: Progress;
  issued: IssuedCredit[];
  returns: ReturnFacts[];
  at: Date;
}

async function makeReturn(history: History, random: RandomSource, plan: ReturnPlan): Promise<void> {
  const { store, shop } = history;
  const { order, progress, at } = plan;
  const [fulfillment] = await fulfillmentsOf(store.pool, order);
  const line = fulfillment?.lines[0];
  const ordered = (await linesOf(store.pool, order)).find(({ id }) => id === line?.lineId);
  // A refund may have come before.
  if (!line || !ordered || ordered.refunded_quantity > 0) return;
  const reason = random.pick(RETURN_REASONS.filter(({ id }) => id < 9));
  const requested = { fulfillmentLineId: line.id, quantity: 1, definitionId: reason.id, customerNote: "" };
  if (progress === "requested" || progress === "declined") {
    const { return: row } = await requestReturn(store, shop.domain, order.id, [requested]);
    if (row && progress === "declined")
      await declineReturn(store, shop.domain, row.id, {
        reason: "RETURN_PERIOD_ENDED",
        note: "The 30 days are over.",
      });
    return;
  }
  const caseId = uuidFrom(random);
  const weight = Math.max(100, Math.round((ordered.grams / 453.6) * 100));
  const trackingNumber = await buyLabel(history, order, { caseId, weight, progress });
  const shippingFeeCents = random.chance(0.3) ? 795 : 0;
  const { return: row, userErrors } = await createReturn(store, shop.domain, order.id, [requested], {
    shippingFeeCents,
  });
  if (!row) throw new Error(userErrors[0]?.message);
  const [reverse] = await reverseOrdersOf(store.pool, shop.domain, row.id);
  const reverseLine = reverse?.lines[0];
  const [returnLine] = row.lines;
  if (!reverse || !reverseLine || !returnLine) throw new Error("A return has no lines.");
  await createReverseDelivery(store, shop.domain, reverse.id, [], {
    tracking: { number: trackingNumber, url: `https://www.ups.com/track?tracknum=${trackingNumber}` },
    labelUrl: null,
  });
  const facts: ReturnFacts = {
    caseId,
    progress,
    orderId: order.id,
    orderName: `#${order.number}`,
    customerId: order.customer_id,
    returnId: row.id,
    returnName: row.name,
    trackingNumber,
    weight,
    shippingFeeCents,
    lines: [
      {
        id: returnLine.id,
        lineItemId: line.lineId,
        fulfillmentLineId: line.id,
        reverseLineId: reverseLine.id,
        quantity: 1,
        reasonId: reason.id,
      },
    ],
    at: at.toISOString(),
    receivedAt: null,
    refundCents: Math.max(0, lineTotalCents(ordered, 1) - shippingFeeCents),
    creditTransactionId: null,
  };
  plan.returns.push(facts);
  await finishReturn(history, plan, facts);
}

/** UPS sells a label. How far its package is follows from the return. */
async function buyLabel(
  { store, shop }: History,
  order: ReturnedOrder,
  { caseId, weight, progress }: { caseId: string; weight: number; progress: Progress },
): Promise<string> {
  const account = upsAccountOf(shop.domain);
  const address = order.shipping_address;
  const shipment = await insertShipment(store, account, {
    Shipper: { ShipperNumber: account.accountNumber },
    ShipFrom: {
      Name: `${address?.firstName ?? ""} ${address?.lastName ?? ""}`.trim(),
      Address: {
        AddressLine: [address?.address1 ?? "", ...(address?.address2 ? [address.address2] : [])],
        City: address?.city ?? "",
        StateProvinceCode: address?.provinceCode ?? "",
        PostalCode: address?.zip ?? "",
      },
    },
    ShipTo: {
      Name: "Backroom Demo Returns",
      Address: { AddressLine: "500 Dock Rd", City: "Towson", StateProvinceCode: "MD", PostalCode: "21286" },
    },
    Package: [
      {
        PackageWeight: { Weight: (weight / 100).toFixed(1) },
        ReferenceNumber: [{ Value: caseId.replaceAll("-", "") }],
      },
    ],
  });
  const { tracking_number: number } = shipment;
  const status = progress === "labeled" ? "M" : progress === "in transit" ? "I" : "D";
  if (progress === "canceled") await voidShipment(store, shop.domain, number);
  else await setTrackingStatus(store, shop.domain, number, status);
  return number;
}

async function finishReturn(history: History, plan: ReturnPlan, facts: ReturnFacts): Promise<void> {
  const { store, shop, clock } = history;
  const { progress, returnId } = facts;
  const [line] = facts.lines;
  if (progress === "canceled") {
    clock.set(new Date(plan.at.getTime() + DAY_MS / 4));
    await cancelReturn(store, shop.domain, returnId);
  }
  if (!line || !["credited", "refunded", "closed"].includes(progress)) return;
  // Within the hours after the return: no other event of its customer is in between.
  clock.set(new Date(plan.at.getTime() + 3_600_000));
  if (progress !== "closed") {
    facts.receivedAt = new Date(clock.now()).toISOString();
    const { userErrors } = await processReturn(store, shop.domain, returnId, {
      lines: [
        {
          id: line.id,
          quantity: 1,
          restock: false,
          dispositions: [{ type: "NOT_RESTOCKED", quantity: 1, reverseLineId: line.reverseLineId }],
        },
      ],
      transfers: [],
    });
    if (userErrors[0]) throw new Error(userErrors[0].message);
  }
  if (progress === "credited" && plan.order.customer_id !== null && facts.refundCents > 0)
    facts.creditTransactionId = await give(history, plan.issued, {
      customerId: plan.order.customer_id,
      cents: facts.refundCents,
      expiresAt: null,
      reference: `Return ${facts.returnName}`,
    });
  await closeReturn(store, shop.domain, returnId);
}
