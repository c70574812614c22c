import type { UpsAddress } from "~/connectors/ups/port";
import { maxCents } from "~/domain/ledger/posting";
import type { Shop } from "~/platform/auth/shops.server";
import { badRequest } from "~/platform/errors";
import type { Cents } from "~/platform/money/cents";
import { parseAmountOrZero } from "~/platform/money/decimal";
import type { ReturnOrder, ReturnOrderLine } from "./read-return-order.server";
import * as rules from "./return-rules";
import type { CaseLine } from "./tables.server";

/** What is requested of a line. */
export interface RequestedLine {
  lineitem_id: string;
  quantity: number;
  /** The id of a reason's definition in Shopify. */
  reason_id?: string | null;
}

/** What is kept when the items are refunded. */
export interface ReturnFees {
  /** Hundredths of a percent of the price. */
  restockingFee: number;
  /** In the currency's cents. */
  shippingFeeCents: Cents;
}

/** What its column holds: with three decimals, less than a posting may have. */
const MAX_FEE_CENTS = 2_147_483_647;

/** The fees of a request. @throws 400 for what isn't an amount of the shop's currency */
export function feesOf(
  { currency }: Shop,
  { restockingFee, shippingFee }: { restockingFee: number; shippingFee: string | number },
): ReturnFees {
  const shippingFeeCents = parseAmountOrZero(shippingFee, currency);
  if (shippingFeeCents === null || shippingFeeCents > Math.min(maxCents(currency), MAX_FEE_CENTS))
    throw badRequest(`${rules.RETURN_FAILED}. The return shipping fee isn't a valid amount.`);
  const hundredths = Math.round(restockingFee * 100);
  if (Math.abs(hundredths - restockingFee * 100) > 1e-6)
    throw badRequest(`${rules.RETURN_FAILED}. The restocking fee can have two decimals.`);
  return { restockingFee: hundredths, shippingFeeCents };
}

/** A return that may be created. */
export interface ReturnPlan {
  lines: CaseLine[];
  sender: UpsAddress;
  /** Pounds. */
  weight: number;
}

/**
 * Checks a request against the order as Shopify has it now.
 * @param edited the changed address. Null to use the order's
 * @throws 400 with the fixed text of the problem
 */
export function planReturn(
  order: ReturnOrder,
  requested: readonly RequestedLine[],
  edited: rules.EditedAddress | null,
): ReturnPlan {
  if (order.displayFulfillmentStatus !== "FULFILLED")
    throw badRequest(`${rules.RETURN_FAILED}. ${order.name} isn't fulfilled completely yet.`);
  const items = requested
    .filter(({ quantity }) => quantity !== 0)
    .map((request) => ({ ...request, line: lineOf(order, request) }));
  if (items.length === 0) throw badRequest(`${rules.RETURN_FAILED}. Enter a quantity for at least one item.`);
  if (new Set(items.map(({ line }) => line.id)).size < items.length)
    throw badRequest(
      `${rules.RETURN_FAILED}. An item is in the request twice. Send it once, with its whole quantity.`,
    );
  const sender = edited ? editedSender(order, edited) : orderSender(order);
  const weight = rules.packageWeight(items);
  if (weight > rules.MAX_POUNDS) throw badRequest(rules.TOO_HEAVY);
  const lines = items.flatMap(({ line, quantity, reason_id: reasonId = null }) =>
    takeFrom(line, quantity).map((part) => ({ lineItemId: line.id, ...part, reasonId })),
  );
  return { lines, sender, weight };
}

function lineOf({ name, lines }: ReturnOrder, { lineitem_id: id, quantity }: RequestedLine): ReturnOrderLine {
  const line = lines.find((one) => one.id === id || one.id.endsWith(`/${id}`));
  if (!line || !rules.isOffered(line))
    throw badRequest(`${rules.RETURN_FAILED}. ${name} has no item ${id} that can be returned.`);
  if (!rules.isQuantityValid(quantity, line.remaining))
    throw badRequest(
      `${rules.RETURN_FAILED}. The quantity of ${line.title} must be a whole number from 0 to ${line.remaining}.`,
    );
  return line;
}

/** Fills a quantity from the fulfillments of a line. */
function takeFrom({ returnable }: ReturnOrderLine, quantity: number) {
  const parts: { fulfillmentLineItemId: string; quantity: number }[] = [];
  let left = quantity;
  for (const { fulfillmentLineItemId, quantity: available } of returnable) {
    const taken = Math.min(left, available);
    if (taken > 0) parts.push({ fulfillmentLineItemId, quantity: taken });
    left -= taken;
  }
  return parts;
}

const MAX_NAME_LENGTH = 35;
const MAX_LINE_LENGTH = 35;

function orderSender(order: ReturnOrder): UpsAddress {
  const { address1, address2, city, provinceCode, zip, countryCodeV2, phone } = order.shippingAddress ?? {};
  const name = nameOf(order);
  if (!name || !address1 || !city || !provinceCode || !zip || !countryCodeV2)
    throw badRequest(rules.ADDRESS_MISSING);
  if (countryCodeV2 !== "US")
    throw badRequest("Labels are for addresses in the United States. Edit the address of this return.");
  const { zipcode, state } = rules.addressProblems({
    address: "-",
    city,
    state: provinceCode,
    zipcode: zip,
    phone: "",
  });
  const problem = zipcode ?? state;
  if (problem) throw badRequest(`${problem} Edit the address of this return.`);
  const lines = wrap([address1, address2].filter(Boolean).join(" "));
  return { name, lines, city, state: provinceCode, zip, phone: digitsOf(phone ?? "") };
}

function editedSender(order: ReturnOrder, edited: rules.EditedAddress): UpsAddress {
  const name = nameOf(order);
  const { address, city, state, zipcode, phone } = edited;
  if (!name || !address || !city || !state || !zipcode) throw badRequest(rules.ADDRESS_MISSING);
  const problems = rules.addressProblems(edited);
  const [first] = Object.values(problems);
  if (first) throw badRequest(first, problems);
  return {
    name,
    lines: [address.trim()],
    city: city.trim(),
    state,
    zip: zipcode.trim(),
    phone: digitsOf(phone),
  };
}

const nameOf = ({ customer, shippingAddress }: ReturnOrder): string =>
  (shippingAddress?.name || customer?.displayName || "").slice(0, MAX_NAME_LENGTH).trim();

const digitsOf = (phone: string): string => phone.replace(/\D/g, "").slice(0, 15);

/** Breaks a text between words into at most three lines. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= MAX_LINE_LENGTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, MAX_LINE_LENGTH));
  }
  if (lines.length > 3)
    throw badRequest(
      `The order's address is longer than three lines of a label. Edit the address of this return.`,
    );
  return lines;
}
