import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { type ReturnNode, returnReasons } from "~/connectors/shopify/operations/returns";
import { upsConnection } from "~/domain/ups/connection.server";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { parseDecimal } from "~/platform/money/decimal";
import { listAttempts } from "./attempts.server";
import { type ReturnCredit, readReturnCredits } from "./read-return.server";
import { findOrderId, type ReturnOrder, readReturnOrder, readReturns } from "./read-return-order.server";
import { isOver, type ReturnCase, unitsOf } from "./return-case.server";
import { isOffered } from "./return-rules";
import type { OrderDetails, ReturnAttempt, ReturnReason, ReturnRow, TimelineEvent } from "./schemas";
import { type Disposition, returnCases, returnRefunds } from "./tables.server";
import { labelCost, readTimeline } from "./timeline.server";

/** An order with its returns, as Shopify has them now. */
export interface FoundOrder {
  orderId: string;
  orderDetails: OrderDetails;
  returns: ReturnRow[];
  pending: number;
  attempts: ReturnAttempt[];
  timeline: TimelineEvent[];
  reasons: ReturnReason[];
  isUpsSetUp: boolean;
}

/** Finds an order by its number or Shopify's id. `data` is null when there is none. */
export async function searchOrder(
  { domain: shop, currency }: Pick<Shop, "domain" | "currency">,
  value: string,
): Promise<{ success: boolean; msg?: string; data: FoundOrder | null }> {
  const api = liveAdminApi(shop);
  const orderId = await findOrderId(shop, api, value);
  const noOrder = {
    success: false,
    msg: value.startsWith("gid:")
      ? "This order no longer exists. Search by its number."
      : `There is no order ${value}. Check the number and search again.`,
    data: null,
  };
  if (!orderId) return noOrder;
  const [order, returns, { cases, over, credits, isUpsSetUp }, { returnReasonDefinitions }] =
    await Promise.all([
      readReturnOrder(api, orderId),
      readReturns(api, orderId),
      withShop(shop, async (tx) => {
        const cases = await tx
          .select()
          .from(returnCases)
          .where(and(eq(returnCases.shop, shop), eq(returnCases.orderId, orderId)));
        const over = new Set<string>();
        for (const one of cases) if (await isOver(tx, one)) over.add(one.id);
        return {
          cases,
          over,
          credits: await readReturnCredits(tx, shop, eq(returnRefunds.orderId, orderId)),
          isUpsSetUp: await upsConnection.isConfigured(tx, shop),
        };
      }),
      api.run(returnReasons, {}),
    ]);
  if (!order) return noOrder;
  return {
    success: true,
    data: {
      orderId,
      orderDetails: detailsOf(order),
      returns: returns.flatMap((node) => {
        const made = cases.find((one) => one.returnGid === node.id);
        const credit = credits.find((one) => one.returnGid === node.id);
        return rowsOf(order, node, { made, credit, isOver: made !== undefined && over.has(made.id) });
      }),
      attempts: await listAttempts(shop, orderId),
      timeline: await withShop(shop, (tx) => {
        const names = new Map(returns.map(({ id, name }) => [id, name]));
        return readTimeline(tx, { domain: shop, currency }, orderId, names);
      }),
      pending: cases.filter(({ state }) => state === "started").length,
      reasons: returnReasonDefinitions.nodes.map(({ id, name }) => ({ id, name })),
      isUpsSetUp,
    },
  };
}

function detailsOf({
  name,
  customer,
  totalPriceSet,
  displayFulfillmentStatus,
  ...order
}: ReturnOrder): OrderDetails {
  const edges = order.lines.map((line) => ({
    node: {
      id: line.id,
      title: line.title,
      variantTitle: line.variantTitle,
      sku: line.sku,
      image: line.imageUrl ? { url: line.imageUrl } : null,
      quantity: line.quantity,
      unfulfilledQuantity: line.unfulfilledQuantity,
      returnableQuantity: isOffered(line) ? line.remaining : 0,
      uniqueTracking: line.hasUniqueTracking,
      variant: { weight: line.pounds, weightUnit: "POUNDS" as const },
      // A line's total divided by its quantity may leave parts of a cent. The expected refund is an estimate, so they are rounded.
      unitCents: parseDecimal(line.unitPrice.amount, line.unitPrice.currencyCode, "round"),
    },
  }));
  const { shopMoney } = totalPriceSet;
  return {
    name,
    customer: customer && { displayName: customer.displayName },
    totalPriceSet: { shopMoney: { amount: String(shopMoney.amount), currencyCode: shopMoney.currencyCode } },
    displayFulfillmentStatus,
    shippingAddress: shippingAddressOf(order.shippingAddress),
    lineItems: { edges },
  };
}

function shippingAddressOf(address: ReturnOrder["shippingAddress"]): OrderDetails["shippingAddress"] {
  if (!address) return null;
  const { address1, address2, city, provinceCode, zip, countryCodeV2, phone } = address;
  return { address1, address2, city, provinceCode, zip, countryCodeV2, phone };
}

/** A row for each line of a return. Canceled returns are left out. */
function rowsOf(
  order: ReturnOrder,
  node: ReturnNode,
  {
    made,
    credit,
    isOver,
  }: { made: ReturnCase | undefined; credit: ReturnCredit | undefined; isOver: boolean },
): ReturnRow[] {
  if (node.status === "CANCELED" || node.status === "DECLINED") return [];
  const deliverable = node.reverseFulfillmentOrders.nodes[0]?.reverseDeliveries.nodes[0]?.deliverable;
  const own = order.shippingAddress;
  const sender = made?.sender;
  const lines = node.returnLineItems.nodes;
  const canReceive =
    node.status === "OPEN" &&
    lines.every((line) => line.processableQuantity === line.quantity && line.refundedQuantity === 0);
  return lines.map((line) => {
    const item = "fulfillmentLineItem" in line ? line.fulfillmentLineItem.lineItem : null;
    const received = receivedOf(credit, line.id);
    // The credit doesn't contain what was missing.
    const isCredited = credit?.state === "CONFIRMED" && !received?.units.missing;
    return {
      lineitem_id: item?.id ?? line.id,
      title: item?.title ?? "",
      sku: item?.sku ?? null,
      quantity: line.quantity,
      refund_status: line.refundedQuantity >= line.quantity || isCredited,
      tracking_number: made?.trackingNumber ?? deliverable?.tracking?.number ?? null,
      shopify_order_date: order.createdAt,
      created_date: node.createdAt,
      shipping_label_url: deliverable?.label?.publicFileUrl ?? null,
      isedit: made?.isEdited ?? false,
      country: sender ? "US" : (own?.countryCodeV2 ?? null),
      address: sender?.lines.join(" ") ?? own?.address1 ?? null,
      city: sender?.city ?? own?.city ?? null,
      state: sender?.state ?? own?.provinceCode ?? null,
      zipcode: sender?.zip ?? own?.zip ?? null,
      phone: sender?.phone ?? own?.phone ?? null,
      label_cost: (made && labelCost(made)) || null,
      label_id: made?.labelId ?? null,
      case_id: made?.state === "done" ? made.id : null,
      return_name: node.name,
      return_status: node.status,
      return_id: node.id,
      // Shopify has closed a return before Backroom receives that.
      can_email: made?.state === "done" && made.labelId !== null && node.status === "OPEN" && !isOver,
      can_receive: canReceive && !credit,
      received,
      credit: credit?.state
        ? { amount_cents: credit.amountCents, state: credit.state, problem: credit.problem }
        : null,
    };
  });
}

function receivedOf(credit: ReturnCredit | undefined, lineId: string): ReturnRow["received"] {
  if (!credit?.processedAt) return null;
  const unitsWith = (wanted: Disposition) =>
    unitsOf(credit.lines.filter(({ id, disposition }) => id === lineId && disposition === wanted));
  const units = {
    restocked: unitsWith("RESTOCKED"),
    not_restocked: unitsWith("NOT_RESTOCKED"),
    missing: unitsWith("MISSING"),
  };
  return {
    at: credit.processedAt.toISOString(),
    by: credit.madeByName,
    is_missing: units.missing > 0 && units.restocked + units.not_restocked === 0,
    units,
  };
}
