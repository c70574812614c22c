import { type AddressInput, addressRow, normalizeEmail } from "../data/customer-input.ts";
import { parseTags } from "../data/tags.ts";
import type { LoadedOrder } from "../orders/insert-loaded-orders.ts";
import type { NewOrderLine } from "../orders/insert-order.ts";
import type { OrderAddress, OrderRow } from "../orders/rows.ts";
import { CellError, Cells } from "./cells.ts";
import type { CsvRow } from "./read-csv.ts";

/** An order in Shopify's export. Its customer is found by the email address, and variants by SKU, when it is saved. */
export type OrderRecord = Omit<LoadedOrder, "customer_id" | "lines"> & {
  name: string;
  email: string | null;
  lines: NewOrderLine[];
};

/** The name of the order that a row belongs to. */
export const orderNameIn = (row: CsvRow): string => new Cells(row).text("Name");

const FINANCIAL: Readonly<Record<string, OrderRow["financial_status"]>> = {
  authorized: "AUTHORIZED",
  paid: "PAID",
  partially_paid: "PENDING",
  partially_refunded: "PARTIALLY_REFUNDED",
  pending: "PENDING",
  refunded: "REFUNDED",
  voided: "VOIDED",
};

/**
 * Reads the first row of an order, which has its own columns. Its lines are added with `addLine`.
 * Source: https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders (order export CSV columns)
 * @throws CellError if a cell is invalid.
 */
export function readOrder(row: CsvRow, currency: string): OrderRecord {
  const cells = new Cells(row);
  const status = cells.text("Financial Status").toLowerCase() || "paid";
  const financial_status = FINANCIAL[status];
  if (!financial_status) throw new CellError("Financial Status", `"${status}" isn't a payment status.`);
  const created_at = instant(cells, "Created at");
  if (!created_at) throw new CellError("Created at", "an order needs a date.");
  const fulfilledAt = instant(cells, "Fulfilled at");
  const isFulfilled = cells.text("Fulfillment Status").toLowerCase() === "fulfilled";
  const code = cells.textOrNull("Discount Code");
  const shipping_cents = cells.cents(currency, "Shipping") ?? 0;
  return {
    name: orderNameIn(row),
    email: normalizeEmail(cells.text("Email")),
    phone: cells.number("Phone"),
    currency,
    financial_status,
    created_at,
    cancelled_at: instant(cells, "Cancelled at"),
    fulfillment: isFulfilled
      ? { at: fulfilledAt ?? created_at, deliveredAt: null, company: null, tracking: null }
      : null,
    refundedCents: cells.cents(currency, "Refunded Amount") ?? 0,
    shipping_cents,
    shipping_title: cells.textOrNull("Shipping Method"),
    tax_cents: cells.cents(currency, "Taxes") ?? 0,
    discount_codes: code
      ? [{ code, type: "fixed_amount", cents: cells.cents(currency, "Discount Amount") ?? 0 }]
      : [],
    note: cells.textOrNull("Notes"),
    tags: parseTags(cells.list("Tags")),
    source_name: cells.textOrNull("Source") ?? "web",
    shipping_address: address(cells, "Shipping"),
    billing_address: address(cells, "Billing"),
    lines: [],
  };
}

/** Adds the line of a row. Every row of an order has one. */
export function addLine(order: OrderRecord, row: CsvRow, currency: string): void {
  const cells = new Cells(row);
  const title = cells.text("Lineitem name");
  const quantity = cells.integer(["Lineitem quantity"], 1);
  if (!title) throw new CellError("Lineitem name", "a line needs a name.");
  if (quantity < 1) throw new CellError("Lineitem quantity", "a quantity must be above 0.");
  const cents = cells.cents(currency, "Lineitem discount") ?? 0;
  order.lines.push({
    title,
    quantity,
    price_cents: cells.cents(currency, "Lineitem price") ?? 0,
    sku: cells.number("Lineitem sku"),
    vendor: cells.textOrNull("Vendor"),
    requires_shipping: cells.flag(["Lineitem requires shipping"], true),
    taxable: cells.flag(["Lineitem taxable"], true),
    discounts: cents > 0 ? [{ code: order.discount_codes?.[0]?.code ?? null, cents }] : [],
  });
}

/** A time such as `2026-09-30 10:15:00 -0400`, or null for an empty cell. */
function instant(cells: Cells, column: string): Date | null {
  const text = cells.text(column);
  if (text === "") return null;
  const iso = text.replace(
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) (?:UTC|([+-]\d{2}):?(\d{2}))$/,
    (_match, day, time, hours, minutes) => `${day}T${time}${hours ? `${hours}:${minutes}` : "Z"}`,
  );
  const value = new Date(iso);
  if (Number.isNaN(value.getTime())) throw new CellError(column, `"${text}" isn't a date.`);
  return value;
}

function address(cells: Cells, prefix: "Shipping" | "Billing"): OrderAddress | null {
  const [firstName, ...lastNames] = cells.text(`${prefix} Name`).split(/\s+/);
  const input: AddressInput = {
    firstName: firstName || null,
    lastName: lastNames.join(" ") || null,
    company: cells.textOrNull(`${prefix} Company`),
    address1: cells.textOrNull(`${prefix} Address1`, `${prefix} Street`),
    address2: cells.textOrNull(`${prefix} Address2`),
    city: cells.textOrNull(`${prefix} City`),
    province: cells.textOrNull(`${prefix} Province Name`, `${prefix} Province`),
    provinceCode: cells.textOrNull(`${prefix} Province`),
    countryCode: cells.textOrNull(`${prefix} Country`)?.toUpperCase() ?? null,
    zip: cells.number(`${prefix} Zip`),
    phone: cells.number(`${prefix} Phone`),
  };
  if (!input.address1 && !input.city) return null;
  if (input.countryCode && !/^[A-Z]{2}$/.test(input.countryCode))
    throw new CellError(`${prefix} Country`, `"${input.countryCode}" isn't a two-letter country code.`);
  const { id: _id, ...stored } = addressRow(input, 0);
  return stored;
}
