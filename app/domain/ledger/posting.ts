/**
 * What can move a customer's credit, as the third specification text names it (section 3), and two that it leaves open: what
 * runs out, and what an account held before this ledger knew it.
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

/** Whether a type adds to the customer's balance or takes from it: an amount is always positive where people write or read it. */
export const SIGN_OF: Record<PostingType, 1 | -1> = {
  Credit: 1,
  Adjustment: -1,
  "Discount Code": -1,
  Order: -1,
  Refund: 1,
  Expiry: -1,
  Opening: 1,
};

/** The other side of each type's entries: where the money comes from, or goes to. */
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
 * Where a posting stands. PENDING: written down, not carried to Shopify yet. UNKNOWN: it was sent, and no answer came: Shopify is
 * asked what became of it before anything else happens. The other two are final.
 */
export const POSTING_STATES = ["PENDING", "UNKNOWN", "CONFIRMED", "FAILED"] as const;
export type PostingState = (typeof POSTING_STATES)[number];

/** The largest amount of one posting, in cents: ten million in the shop's currency. */
export const MOST_CENTS = 1_000_000_000;

/** The longest reference. */
export const MOST_REFERENCE = 255;
