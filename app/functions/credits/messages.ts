import { notReturnedText } from "~/domain/ledger/posting";
import { formatInstant } from "~/platform/dates/instant";
import type { Cents } from "~/platform/money/cents";
import { pluralize } from "~/platform/text/pluralize";
import { CREDITS_TAB_NAMES } from "./tabs";

/** Messages for failures without a reason that the administrator could act on. */
export const FALLBACKS = {
  loadCustomers: "Error loading customers",
  createCustomer: "Error creating customer",
  issue: "Error in credit processing",
  adjust: "Error adjusting customer's balance",
  exportCustomers: "Error exporting customer(s)",
  loadTransactions: "Error getting transactions",
  exportTransactions: "Error exporting transactions(s)",
} as const;

/** The titles of the banners. */
export const CUSTOMERS_UPDATE = "Customers update";

export const DATA_VALIDATION = "Data validation";

export const EXPORT_STARTED = "The spreadsheet is being written. It will be in Jobs.";

export const NO_RECORDS = "No records found.";

/** The most requests for approval that are shown. */
export const MAX_APPROVALS = 100;

/** The most customers of one request. */
export const MAX_CUSTOMERS = 100;

export const TOO_MANY_CUSTOMERS = `Max customers to update is set to: ${MAX_CUSTOMERS}`;

/** The defaults while no customer is selected. */
export const DEFAULT_AMOUNT = "0";

export const DEFAULT_REFERENCE = "New account";

export const AMOUNT_NOT_VALID =
  "must be an amount above 0, such as 12.50, at most 10,000,000.00, without signs, separators or exponents";

export const OPENING_NOT_VALID =
  "must be 0, or an amount such as 12.50, at most 10,000,000.00, without signs, separators or exponents";

export const aboveLimit = (limit: string): string =>
  `must be at most ${limit}, which is Shopify's limit for one customer`;

export const REFERENCE_REQUIRED = "must say what the credit is for, in at most 255 characters";

export const IDS_NOT_VALID = "must be customers' ids, joined by commas, such as 1001,1002";

export const EMAIL_NOT_VALID = "must be one email address, such as ana@example.com";

export const DAY_NOT_VALID = "must be a day, MM/DD/YYYY";

export const RANGE_NOT_VALID = "must be two amounts joined by a comma, the smaller first, such as 0,25.50";

export const EXPIRY_NOT_VALID = "must be a day in the future, MM/DD/YYYY";

export const EXPIRY_TOO_LATE = "must be 12/31/2099 or earlier";

export const NEEDS_APPROVAL =
  "This waits for a second approver, because it exceeds what one administrator may post or one customer may receive within 24 hours.";

/** The state of a transaction that waits for a decision after a fail-over of the database. */
export const MAY_BE_PAID = "May already be paid";

export const CANCELED = "Canceled. The transaction wasn't sent to Shopify, and no credit was changed.";

/** The refusal of a second request to reverse the same transaction. */
export const reversalWaitingText = (request: { askedByName: string; askedAt: Date }): string =>
  `${request.askedByName} requested this reversal on ${formatInstant(request.askedAt, "UTC").dateTime} UTC. It waits for approval in ${CREDITS_TAB_NAMES.manageCredits}, so it can't be requested again.`;

/** A customer as a line names them. */
export interface NamedPerson {
  id: string;
  name: string;
  email: string | null;
}

/** A customer's name in a line that lists several. */
export const personName = ({ name, email }: Omit<NamedPerson, "id">): string =>
  name || email || "Customer without a name";

/** "Ann Lee, Ben Roe, and 8 others". @param people the first of `total` */
export function namesInWords(people: readonly NamedPerson[], total: number): string {
  const names = people.map(personName);
  if (names.length === 0) return pluralize(total, "customer");
  const others = total - names.length;
  const rest = others > 0 ? [others === 1 ? "1 other" : `${others} others`] : [];
  return new Intl.ListFormat("en-US").format([...names, ...rest]);
}

/** The message after a request was recorded. */
export function postedText(what: "Credit" | "Adjustment", accepted: number, refused: number): string {
  const done = what === "Credit" ? "is on its way to" : "is on its way for";
  const sentence = `The ${what.toLowerCase()} ${done} ${pluralize(accepted, "customer")}.`;
  if (refused === 0) return sentence;
  const rest = `${pluralize(refused, "customer was", "customers were")} refused.`;
  return accepted === 0 ? `${rest} Nothing was changed.` : `${sentence} ${rest}`;
}

/**
 * The message after a transaction was reversed.
 * @param postings how many postings reverse it
 * @param expiredCents how much of it would have expired since
 */
export const reversedText = (postings: number, expiredCents: Cents, currency: string): string =>
  [
    "The transaction is being reversed.",
    postings > 1 && `It is returned as ${postings} credits, each with its original expiry date.`,
    expiredCents > 0 && notReturnedText(expiredCents, currency),
  ]
    .filter(Boolean)
    .join(" ");

/** The last moment at which credit can be used. Credit that is good until midnight is good on the day before. */
export const lastMomentOf = (expiresAt: string): Date => new Date(+new Date(expiresAt) - 1);

/** The last day (UTC) on which credit can be used, MM/DD/YYYY. @param expiresAt ISO 8601, midnight after that day */
export const lastDayOf = (expiresAt: string): string => formatInstant(lastMomentOf(expiresAt), "UTC").date;
