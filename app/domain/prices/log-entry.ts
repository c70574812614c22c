import type { Cents } from "~/platform/money/cents";

/** An entry of the price log. Amounts are in its currency. */
export interface LogEntry {
  id: string;
  changedAt: Date;
  variantNumber: string;
  priceListId: string;
  /** Empty for a variant without one. */
  sku: string;
  /** Of the product and the variant. */
  title: string;
  currency: string;
  /** Null when the price list had no price of its own. */
  previousPrice: Cents | null;
  /** Null when the price list no longer has a price of its own. */
  currentPrice: Cents | null;
  compareAtPrice: Cents | null;
  /** In percent, with two decimals. Null without a previous price, and after a price of 0. */
  changePercent: string | null;
  /** Empty for the store's own price. */
  customerType: string;
  /** Null when it was changed outside Backroom. */
  source: string | null;
  /** Null when it was changed outside Backroom. */
  actorName: string | null;
}

/** Who or what changed a price that Backroom didn't change. */
export const OUTSIDE_BACKROOM = "Outside Backroom";

/** Who changed a price. */
export const changedByOf = ({ actorName }: Pick<LogEntry, "actorName">): string =>
  actorName ?? OUTSIDE_BACKROOM;

/** The customer type of the store's own price. */
export const ALL_CUSTOMERS = "All customers";
