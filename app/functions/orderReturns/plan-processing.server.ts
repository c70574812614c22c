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
import { partsByLine, unitsOf } from "./return-case.server";
import type { Disposition, ProcessedLine } from "./tables.server";

/** What an administrator chose for units of a line of a return. */
export interface RequestedDisposition {
  /** Shopify's id of the return's line. */
  id: string;
  /** All units of the line without it. */
  quantity?: number;
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

/** What Shopify suggests to refund for the units that arrived. Nothing for none. @param lines a line may have several entries */
export async function readAmounts(
  api: AdminApi,
  { currency }: Shop,
  id: string,
  lines: readonly { id: string; quantity: number }[],
): Promise<RefundAmounts> {
  const arrived = partsByLine(lines.filter(({ quantity }) => quantity > 0));
  if (arrived.length === 0) return { items: NO_CENTS, taxes: NO_CENTS, fees: NO_CENTS, refund: NO_CENTS };
  const { return: found } = await api.run(returnOutcome, {
    id,
    lines: arrived.map(([lineId, parts]) => ({ id: lineId, quantity: unitsOf(parts) })),
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
 * Checks what was chosen for the units of a return.
 * @throws 400 unless each unit has a disposition, and a location when it is restocked, 409 when Shopify doesn't expect one back
 */
export function planLines(
  { node, locations }: OpenReturnData,
  reverseLines: readonly ReverseLine[],
  requested: readonly RequestedDisposition[],
): ProcessedLine[] {
  const { lines } = node;
  if (requested.some(({ id }) => !lines.some((line) => line.id === id)))
    throw badRequest(`Choose a disposition for each item of ${node.name}.`);
  return lines.flatMap((line) => {
    const choices = requested.filter(({ id }) => id === line.id);
    assertAllUnits(line, choices, node.name);
    const item = "fulfillmentLineItem" in line ? line.fulfillmentLineItem : undefined;
    const reverseLine = reverseLines.find((one) => one.fulfillmentLineItem?.id === (item?.id ?? ""));
    if (!reverseLine)
      throw conflict(`Shopify doesn't expect all items of ${node.name}. Receive them in Shopify.`);
    return choices.map(({ disposition, quantity = line.quantity, location_id: locationId = null }) => {
      const isRestocked = disposition === "RESTOCKED";
      if (isRestocked && !locations.some(({ id }) => id === locationId))
        throw badRequest("Choose the location where the item is restocked.");
      return {
        id: line.id,
        reverseLineId: reverseLine.id,
        quantity,
        disposition,
        locationId: isRestocked ? locationId : null,
      };
    });
  });
}

/** @throws 400 unless the choices for a line are about all of its units */
function assertAllUnits(
  line: ReturnLine,
  choices: readonly RequestedDisposition[],
  returnName: string,
): void {
  if (choices.length === 0) throw badRequest(`Choose a disposition for each item of ${returnName}.`);
  const units = unitsOf(choices.map(({ quantity = line.quantity }) => ({ quantity })));
  if (units === line.quantity) return;
  const title = "fulfillmentLineItem" in line ? line.fulfillmentLineItem.lineItem.title : "an item";
  throw badRequest(`Choose a disposition for all ${line.quantity} units of ${title}. ${units} have one.`);
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
