import type { HistoryLine } from "../proof/contract";

/** An account with what was last heard of it from Shopify. */
export interface ComparedAccount {
  /** What Shopify said when the account was last compared; null before. */
  shopifyBalanceCents: number | null;
  /** ISO 8601. */
  comparedAt: string | null;
  /** Newest first. */
  lines: readonly Pick<HistoryLine, "at" | "balanceCents" | "shopifyBalanceCents">[];
}

/**
 * The latest that Shopify said of an account's balance, and when: as it was compared, or with the answer to a posting that was
 * made since. Null when neither tells of the balance as it is now.
 */
export function shopifySays({
  shopifyBalanceCents,
  comparedAt,
  lines,
}: ComparedAccount): { cents: number; at: string } | null {
  const latest = lines.find(({ balanceCents }) => balanceCents !== null);
  if (latest && (!comparedAt || latest.at > comparedAt))
    return latest.shopifyBalanceCents === null ? null : { cents: latest.shopifyBalanceCents, at: latest.at };
  return shopifyBalanceCents === null || !comparedAt ? null : { cents: shopifyBalanceCents, at: comparedAt };
}
