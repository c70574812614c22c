/** Gift tags and bags are not returned. */
const GIFT_TAG_SKUS = ["BDGIFTTAG", "BDGIFTBAGTAG"];

/** Pounds that one package may have. */
export const MAX_POUNDS = 70;

/** A line of an order, as far as the rules need it. */
interface Line {
  sku: string | null;
  /** What can still be returned. */
  remaining: number;
  /** Pounds of one unit. */
  pounds: number;
  hasUniqueTracking: boolean;
}

/** Whether a line is offered for a return. */
export const isOffered = ({ sku, remaining }: Pick<Line, "sku" | "remaining">): boolean =>
  remaining > 0 && !GIFT_TAG_SKUS.includes(sku?.toUpperCase() ?? "");

/** Whether a quantity can be returned of a line. */
export const isQuantityValid = (quantity: number, remaining: number): boolean =>
  Number.isInteger(quantity) && quantity >= 0 && quantity <= remaining;

/** The weight of a package in pounds, to a hundredth. Lines with a tracking number of their own are sent separately. */
export const packageWeight = (
  items: readonly { line: Pick<Line, "pounds" | "hasUniqueTracking">; quantity: number }[],
): number =>
  Math.round(
    100 *
      items.reduce(
        (sum, { line, quantity }) => sum + (line.hasUniqueTracking ? 0 : line.pounds * quantity),
        0,
      ),
  ) / 100;
