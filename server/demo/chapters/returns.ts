import { saveAttachment } from "~/core/attachments/save-attachment.server";
import { returnLabel } from "~/functions/orderReturns/label-attachment";
import { labelPdf } from "~/functions/orderReturns/label-pdf.server";
import { returnCases, returnRefunds } from "~/functions/orderReturns/tables.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import type { ReturnFacts } from "../../../local-store/history/returns.ts";
import { drawLabel, type LabelShipment } from "../../../local-store/ups/draw-label.ts";
import { after, type Chapter, type DemoShop, idOf, storeRows } from "../chapter.ts";

type Case = typeof returnCases.$inferInsert;

interface StoredReturn extends ReturnFacts {
  shipment: LabelShipment;
  address: {
    firstName: string;
    lastName: string;
    address1: string;
    address2: string | null;
    city: string;
    provinceCode: string | null;
    zip: string;
  };
}

/** Returns that were created here, with their labels: on their way, arrived, refunded, and canceled. One was refused by UPS. */
export const returns: Chapter = {
  name: "Returns",
  /** Each label is stored together with its return. */
  async prepare(shop) {
    const stored = await withShop(shop.domain, (tx) => tx.select({ id: returnCases.id }).from(returnCases));
    const done = new Set(stored.map(({ id }) => id));
    for (const one of await readReturns(shop)) {
      if (done.has(one.caseId)) continue;
      const label = await labelPdf(
        await drawLabel(one.trackingNumber, one.shipment),
        `Label ${one.trackingNumber}`,
      );
      await saveAttachment(
        shop.domain,
        returnLabel,
        {
          name: `${one.returnName.replace("#", "")}.pdf`,
          bytes: label,
          customerId: one.customerId ?? undefined,
        },
        async (tx, { id }) => {
          await tx.insert(returnCases).values(caseOf(shop, one, id));
        },
      );
    }
  },
  async write(tx, shop) {
    const { domain, staff, facts } = shop;
    const processed = facts.returns.filter(({ receivedAt }) => receivedAt !== null);
    if (processed.length > 0)
      await tx.insert(returnRefunds).values(
        processed.map((one): typeof returnRefunds.$inferInsert => {
          const at = new Date(one.receivedAt ?? one.at);
          return {
            shop: domain,
            id: idOf(shop, "return refund", one.caseId),
            requestHash: idOf(shop, "return refund request", one.caseId),
            returnGid: `gid://shopify/Return/${one.returnId}`,
            returnName: one.returnName,
            orderId: `gid://shopify/Order/${one.orderId}`,
            orderName: one.orderName,
            customerId: one.customerId,
            lines: one.lines.map(({ id, reverseLineId, quantity }) => ({
              id: `gid://shopify/ReturnLineItem/${id}`,
              reverseLineId: `gid://shopify/ReverseFulfillmentOrderLineItem/${reverseLineId}`,
              quantity,
              disposition: "NOT_RESTOCKED" as const,
              locationId: null,
            })),
            refundTo: one.creditTransactionId === null ? "none" : "storeCredit",
            amountCents: (one.creditTransactionId === null ? 0 : one.refundCents) as Cents,
            madeById: staff.operations.id,
            madeByName: staff.operations.name,
            madeByEmail: staff.operations.email,
            state: "done",
            attempt: 1,
            startedAt: at,
            leaseUntil: at,
            finishedAt: after(at, 0.0001),
            processedAt: at,
            postingId:
              one.creditTransactionId === null ? null : idOf(shop, "posting", one.creditTransactionId),
          };
        }),
      );
    const [first] = await readReturns(shop);
    if (first) await tx.insert(returnCases).values(refusedCase(shop, first));
  },
};

async function readReturns(shop: DemoShop): Promise<StoredReturn[]> {
  const rows = await storeRows<{
    order_id: number;
    tracking_number: string;
    shipment: LabelShipment;
    address: StoredReturn["address"];
  }>(
    shop,
    `SELECT r.order_id, s.tracking_number, s.shipment, o.shipping_address AS address
       FROM ups_shipments s JOIN reverse_deliveries d ON d.shop = s.shop AND d.tracking_number = s.tracking_number
       JOIN reverse_fulfillment_orders f ON f.shop = s.shop AND f.id = d.reverse_fulfillment_order_id
       JOIN order_returns r ON r.shop = s.shop AND r.id = f.return_id JOIN orders o ON o.shop = s.shop AND o.id = r.order_id
      WHERE s.shop = $1`,
  );
  const byNumber = new Map(rows.map((row) => [row.tracking_number, row]));
  return shop.facts.returns.flatMap((facts) => {
    const row = byNumber.get(facts.trackingNumber);
    return row ? [{ ...facts, shipment: row.shipment, address: row.address }] : [];
  });
}

const PACKAGES: Partial<Record<ReturnFacts["progress"], Pick<Case, "packageState" | "packageStatus">>> = {
  labeled: {
    packageState: "labelCreated",
    packageStatus: "Shipper created a label, UPS has not received the package yet.",
  },
  "in transit": { packageState: "inTransit", packageStatus: "On the Way" },
};
const DELIVERED: Pick<Case, "packageState" | "packageStatus"> = {
  packageState: "delivered",
  packageStatus: "Delivered",
};

function caseOf(shop: DemoShop, one: StoredReturn, labelId: string | null): Case {
  const { staff, start } = shop;
  const at = new Date(one.at);
  const isCanceled = one.progress === "canceled";
  const isClosed = ["credited", "refunded", "closed"].includes(one.progress);
  const { address } = one;
  return {
    shop: shop.domain,
    id: one.caseId,
    requestHash: idOf(shop, "return request", one.caseId),
    orderId: `gid://shopify/Order/${one.orderId}`,
    orderName: one.orderName,
    customerId: one.customerId,
    lines: one.lines.map(({ lineItemId, fulfillmentLineId, quantity, reasonId }) => ({
      lineItemId: `gid://shopify/LineItem/${lineItemId}`,
      fulfillmentLineItemId: `gid://shopify/FulfillmentLineItem/${fulfillmentLineId}`,
      quantity,
      reasonId: `gid://shopify/ReturnReasonDefinition/${reasonId}`,
    })),
    sender: {
      name: `${address.firstName} ${address.lastName}`,
      lines: [address.address1, ...(address.address2 ? [address.address2] : [])],
      city: address.city,
      state: address.provinceCode ?? "",
      zip: address.zip,
      phone: "",
    },
    isEdited: false,
    weight: one.weight,
    shippingFeeCents: one.shippingFeeCents,
    madeById: staff.operations.id,
    madeByName: staff.operations.name,
    state: isCanceled ? "failed" : "done",
    attempt: 1,
    startedAt: at,
    leaseUntil: at,
    finishedAt: after(at, isCanceled ? 0.25 : 0.0002),
    shipmentId: one.trackingNumber,
    trackingNumber: one.trackingNumber,
    labelVoidedAt: isCanceled ? after(at, 0.25) : null,
    labelId,
    returnGid: `gid://shopify/Return/${one.returnId}`,
    returnCanceledAt: isCanceled ? after(at, 0.25) : null,
    failure: isCanceled ? "canceled" : null,
    failureReason: isCanceled ? "The customer keeps the item." : null,
    followedAt: start,
    paidAt: one.progress === "credited" ? after(at, 0.05) : null,
    closedAt: isClosed ? after(at, 0.05) : null,
    ...(isCanceled ? {} : (PACKAGES[one.progress] ?? DELIVERED)),
  };
}

/** UPS refused the address of a return, so that it doesn't exist. */
const refusedCase = (shop: DemoShop, one: StoredReturn): Case => ({
  ...caseOf(shop, one, null),
  id: idOf(shop, "refused return"),
  requestHash: idOf(shop, "refused return request"),
  state: "failed",
  shipmentId: null,
  trackingNumber: null,
  returnGid: null,
  failure: "ups",
  failureReason: "The ShipFrom address doesn't exist.",
  packageState: null,
  packageStatus: null,
  paidAt: null,
  closedAt: null,
});
