/**
 * What can fail to agree. `shopify`: the ledger's balance and Shopify's. The others are within the ledger: a posting's two
 * `entries`, a balance and the `sum` of its entries, what is `held` and the debits that are on their way, a posting's `end`,
 * and the sums of a `month` and its entries.
 */
const KINDS = ["shopify", "entries", "sum", "held", "end", "month"] as const;
export type DifferenceKind = (typeof KINDS)[number];

/** Something that does not agree. */
export interface Difference {
  kind: DifferenceKind;
  customerId: number | null;
  postingId: string | null;
  oursCents: number;
  theirsCents: number;
  /** A sentence: what is missing, and on which side. */
  what: string;
}
