import type { Cents } from "~/platform/money/cents";
import { parseDecimal } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";

/**
 * What can change a customer's credit. "Opening" is what an account held before this ledger began.
 */
export const POSTING_TYPES = [
  "Credit",
  "Adjustment",
  "Discount Code",
  "Order",
  "Refund",
  "Expiry",
  "Opening",
] as const;

export type PostingType = (typeof POSTING_TYPES)[number];

/** Whether a type adds to the customer's balance or takes from it. People write and read amounts without sign. */
export const SIGN_OF: Record<PostingType, 1 | -1> = {
  Credit: 1,
  Adjustment: -1,
  "Discount Code": -1,
  Order: -1,
  Refund: 1,
  Expiry: -1,
  Opening: 1,
};

/** The contra account of each type's entries. */
export const CONTRA_ACCOUNT_OF: Record<PostingType, string> = {
  Credit: "issued",
  Adjustment: "adjusted",
  "Discount Code": "discounts",
  Order: "orders",
  Refund: "refunds",
  Expiry: "expired",
  Opening: "opening",
};

/** The customer's side of each posting: what the store owes them. */
export const CUSTOMER_ACCOUNT = "customer";

/**
 * PENDING: recorded and not yet sent to Shopify. UNKNOWN: sent without an answer, and looked up before anything else happens. The
 * other two are final.
 */
export const POSTING_STATES = ["PENDING", "UNKNOWN", "CONFIRMED", "FAILED"] as const;

export type PostingState = (typeof POSTING_STATES)[number];

/** The largest amount of one posting in any currency. */
export const MAX_AMOUNT = 10_000_000;

/**
 * The most that a customer may have at Shopify, which is also the largest amount of one posting. Shopify's limit is 15,000 US dollars
 * "or the equivalent", and it doesn't say at which rate: in other currencies, Shopify alone refuses what exceeds it.
 */
const MAX_BALANCES: Readonly<Record<string, number>> = { USD: 15_000 };

/** The largest amount of one posting, in the currency's cents. */
export const maxCents = (currency: string): Cents =>
  parseDecimal(String(MAX_BALANCES[currency] ?? MAX_AMOUNT), currency);

/** The most that a customer may have, in the currency's cents. Null where only Shopify knows it. */
export const maxBalanceCents = (currency: string): Cents | null =>
  currency in MAX_BALANCES ? maxCents(currency) : null;

/** The last day (UTC) on which a credit may expire. */
export const LATEST_EXPIRY = new Date("2099-12-31T00:00:00Z");

/** The longest reference. */
export const MAX_REFERENCE_LENGTH = 255;

/** The part of an adjustment that isn't returned when it is reversed, as a sentence. */
export const notReturnedText = (expiredCents: Cents, currency: string): string =>
  `${formatMoney(expiredCents, currency)} would have expired since and isn't returned.`;
