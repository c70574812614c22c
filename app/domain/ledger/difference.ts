import type { Cents } from "~/platform/money/cents";

/**
 * What can differ. `shopify`: the ledger's balance and Shopify's. The others are within the ledger: a posting's two `entries`, a
 * balance and the `sum` of its entries, what is `held` and the pending debits, a posting's `end`, and the sums of a `month` and its
 * entries.
 */
export const DIFFERENCE_KINDS = ["shopify", "entries", "sum", "held", "end", "month"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Two amounts that should be equal and are not. */
export interface Difference {
  kind: DifferenceKind;
  customerId: number | null;
  postingId: string | null;
  oursCents: Cents;
  theirsCents: Cents;
  /** A sentence: what is missing, and on which side. */
  what: string;
}
