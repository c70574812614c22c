import {
  type ReturnLine,
  type ReverseLine,
  returnOutcome,
  stockLocations,
} from "~/connectors/shopify/operations/returns";
import type { AdminApi } from "~/connectors/shopify/port";
import { maxCents } from "~/domain/ledger/posting";
import type { Shop } from "~/platform/auth/shops.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { addCents, type Cents, NO_CENTS, subtractCents } from "~/platform/money/cents";
import { type Money, parseMoney } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { type ReturnWithLines, readReturn } from "./read-return.server";
import type { Disposition, ProcessedLine } from "./tables.server";

/** What an administrator chose for a line of a return. */
export interface RequestedDisposition {
  /** Shopify's id of the return's line. */
  id: string;
  disposition: Disposition;
  location_id?: string | null;
}

/** A return whose items arrived, as Shopify has it now. */
interface OpenReturnData {
  node: ReturnWithLines;
  /** The customer's number. Null for an order without one. */
  customerId: number | null;
  locations: { id: string; name: string }[];
}

/** What of a return is refunded. */
export interface RefundAmounts {
  items: Cents;
  taxes: Cents;
  fees: Cents;
  refund: Cents;
}

/** Reads a return that can be processed. @throws 404, or 409 when it is closed, processed or refunded */
export async function readOpenReturn(api: AdminApi, id: string): Promise<OpenReturnData> {
  const [node, { locations }] = await Promise.all([readReturn(api, id), api.run(stockLocations, {})]);
  if (!node) throw notFound("This return no longer exists. Search for the order again.");
  if (node.status !== "OPEN")
    throw conflict(`${node.name} isn't open in Shopify, so its items can't be received.`);
  if (isTouched(node.lines)) throw conflict(`${node.name} was processed in Shopify. Continue there.`);
  const gid = node.order.customer?.id;
  return {
    node,
    customerId: gid ? Number(gid.split("/").at(-1)) : null,
    locations: locations.nodes.filter(({ isActive }) => isActive),
  };
}

/** Whether units of a return's lines were received or refunded. */
export const isTouched = (lines: readonly ReturnLine[]): boolean =>
  lines.some((line) => line.processedQuantity > 0 || line.refundedQuantity > 0);

/** What Shopify suggests to refund for the lines that arrived. Nothing for none. */
export async function readAmounts(
  api: AdminApi,
  { currency }: Shop,
  id: string,
  lines: readonly { id: string; quantity: number }[],
): Promise<RefundAmounts> {
  if (lines.length === 0) return { items: NO_CENTS, taxes: NO_CENTS, fees: NO_CENTS, refund: NO_CENTS };
  const { return: found } = await api.run(returnOutcome, {
    id,
    lines: lines.map(({ id: lineId, quantity }) => ({ id: lineId, quantity })),
  });
  const outcome = found?.suggestedFinancialOutcome;
  if (!outcome) throw conflict("Shopify suggests no refund for this return. Refund it in Shopify.");
  const { discountedSubtotal, totalTax, financialTransfer } = outcome;
  const centsOf = ({ shopMoney }: { shopMoney: Money }) => {
    if (shopMoney.currencyCode !== currency)
      throw conflict(`This order isn't in ${currency}. Refund it in Shopify.`);
    return parseMoney({ ...shopMoney, amount: String(shopMoney.amount) });
  };
  const refund =
    financialTransfer && "amount" in financialTransfer ? centsOf(financialTransfer.amount) : NO_CENTS;
  const [items, taxes] = [centsOf(discountedSubtotal), centsOf(totalTax)];
  return { items, taxes, fees: subtractCents(addCents(items, taxes), refund), refund };
}

/**
 * Checks what was chosen for the lines of a return.
 * @throws 400 unless each line has a disposition, and a location when it is restocked, 409 when Shopify doesn't expect one back
 */
export function planLines(
  { node, locations }: OpenReturnData,
  reverseLines: readonly ReverseLine[],
  requested: readonly RequestedDisposition[],
): ProcessedLine[] {
  const { lines } = node;
  if (requested.length !== lines.length || requested.some(({ id }) => !lines.some((line) => line.id === id)))
    throw badRequest(`Choose a disposition for each item of ${node.name}.`);
  return lines.map((line) => {
    const choice = requested.find(({ id }) => id === line.id);
    const fulfillmentLineId = "fulfillmentLineItem" in line ? line.fulfillmentLineItem.id : "";
    if (!choice) throw badRequest(`Choose a disposition for each item of ${node.name}.`);
    const reverseLine = reverseLines.find((one) => one.fulfillmentLineItem?.id === fulfillmentLineId);
    if (!reverseLine)
      throw conflict(`Shopify doesn't expect all items of ${node.name}. Receive them in Shopify.`);
    const { disposition, location_id: locationId = null } = choice;
    const isRestocked = disposition === "RESTOCKED";
    if (isRestocked && !locations.some(({ id }) => id === locationId))
      throw badRequest("Choose the location where the item is restocked.");
    return {
      id: line.id,
      reverseLineId: reverseLine.id,
      quantity: line.quantity,
      disposition,
      locationId: isRestocked ? locationId : null,
    };
  });
}

/** Why a return can't be refunded to store credit. Null when it can. */
export function creditProblem(
  { customerId }: Pick<OpenReturnData, "customerId">,
  { currency }: Shop,
  refund: Cents,
  mayCredit: boolean,
): string | null {
  if (!mayCredit) return "You need access to Credits to refund to store credit.";
  if (!customerId) return "This order has no customer, so there is no store credit to refund to.";
  const most = maxCents(currency);
  return refund > most ? `More than ${formatMoney(most, currency)} can't be refunded to store credit.` : null;
}
