import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";

/** What the account owner allows of scheduled prices. Null: no limit. Percentages are in hundredths of a percent. */
export interface GuardRails {
  /** The largest drop from the current price. */
  maxDrop: number | null;
  /** The lowest margin over the unit cost, as a share of the price. It applies where the store has a unit cost. */
  minMargin: number | null;
  /** A file that changes more products needs a second administrator. */
  approvalAbove: number | null;
}

/** What a price is compared with. */
interface PricedVariant {
  sku: string | null;
  price: Cents;
  unitCost: Cents | null;
}

const WHOLE = 10_000;

const SET_BY = "The account owner sets this limit on Settings.";

/**
 * Whether a price of these variants is within the owner's limits.
 * @returns a sentence about the variant that is furthest outside, or null
 */
export function guardRailProblem(
  { maxDrop, minMargin }: GuardRails,
  price: Cents,
  variants: readonly PricedVariant[],
  currency: string,
): string | null {
  const shown = (amount: Cents) => formatMoney(amount, currency);
  const highest = variants.reduce<Cents | null>(
    (most, variant) => (most === null || variant.price > most ? variant.price : most),
    null,
  );
  if (maxDrop !== null && highest !== null && (highest - price) * WHOLE > maxDrop * highest)
    return `Price ${shown(price)} is ${percentBeyond(((highest - price) * WHOLE) / highest, maxDrop)} below the current price ${shown(highest)}. At most ${percent(maxDrop)} is allowed. ${SET_BY}`;
  const cost = variants.reduce<Cents | null>(
    (most, { unitCost }) => (unitCost !== null && (most === null || unitCost > most) ? unitCost : most),
    null,
  );
  if (minMargin === null || cost === null || (price - cost) * WHOLE >= minMargin * price) return null;
  const margin =
    price > 0 ? `a margin of ${percentBeyond(((price - cost) * WHOLE) / price, minMargin)}` : "no margin";
  return `Price ${shown(price)} leaves ${margin} over the unit cost ${shown(cost)}. At least ${percent(minMargin)} is needed. ${SET_BY}`;
}

/** Hundredths of a percent as "12.5%". */
const percent = (value: number): string => `${percentText(value)}%`;

const MOST_DIGITS = 12;

/** A value outside a limit, with as many digits as show that: 30.001% is not 30%. */
function percentBeyond(value: number, limit: number): string {
  if (percentText(value) !== percentText(limit)) return percent(value);
  for (let digits = 3; digits < MOST_DIGITS; digits++) {
    const shown = Number((value / 100).toFixed(digits));
    if (shown !== limit / 100) return `${shown}%`;
  }
  return percent(value);
}

/** A percentage in hundredths as a person writes it: "12.5". */
export const percentText = (value: number): string => String(Math.round(value) / 100);

const MAX_PRODUCTS = 1_000_000;

/** Whether a text is a percentage from 0 to 100 with at most two decimals, or empty for none. */
export const isPercent = (text: string): boolean =>
  text === "" || (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100);

/** Whether a text is a number of products, or empty for none. */
export const isProductCount = (text: string): boolean =>
  text === "" || (/^\d{1,7}$/.test(text) && Number(text) <= MAX_PRODUCTS);

/** A valid percentage in hundredths of a percent. Null without one. */
export const hundredthsOf = (text: string): number | null =>
  text === "" ? null : Math.round(Number(text) * 100);

/** A valid number of products. Null without one. */
export const productsOf = (text: string): number | null => (text === "" ? null : Number(text));

export const PERCENT_NOT_VALID = "Enter a percentage from 0 to 100, such as 30 or 12.5, or leave it blank.";

export const PRODUCTS_NOT_VALID = "Enter a whole number from 0 to 1,000,000, or leave it blank.";
