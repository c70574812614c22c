import type { Cents } from "~/platform/money/cents";
import type { HistoryLine } from "../reconciliation/schemas";

/** An account with the latest information from Shopify. */
export interface ComparedAccount {
  /** Shopify's balance at the last comparison. Null before the first one. */
  shopifyBalanceCents: Cents | null;
  /** ISO 8601. */
  comparedAt: string | null;
  /** Newest first. */
  lines: readonly Pick<HistoryLine, "at" | "balanceCents" | "shopifyBalanceCents">[];
}

/**
 * Shopify's latest known balance with its time, from the last comparison or from a later posting. Null when the current balance isn't
 * known.
 */
export function latestShopifyBalance({
  shopifyBalanceCents,
  comparedAt,
  lines,
}: ComparedAccount): { cents: Cents; at: string } | null {
  const latest = lines.find(({ balanceCents }) => balanceCents !== null);
  if (latest && (!comparedAt || latest.at > comparedAt))
    return latest.shopifyBalanceCents === null ? null : { cents: latest.shopifyBalanceCents, at: latest.at };
  return shopifyBalanceCents === null || !comparedAt ? null : { cents: shopifyBalanceCents, at: comparedAt };
}
