/** What Shopify takes for a mutation, whatever it selects. */
const POINTS_PER_MUTATION = 10;
/** The share of products that are read again, and what Shopify takes for that. */
const READ_AGAIN = { share: 0.01, points: 10 };

/**
 * Shopify saves up the points of 20 seconds while a shop is idle, and bulk work leaves a fifth of them to people. So many seconds
 * are gained after a pause of the same length.
 */
const SAVED_UP_SECONDS = 16;

/** A batch of prices with one effective date. */
export interface DueBatch {
  /** In milliseconds. */
  at: number;
  products: number;
  /** How many of them get the below-MAPP tag, which is a mutation of its own. */
  tagged: number;
}

/**
 * When the last of these batches will have been applied, in milliseconds. A batch that is due while an earlier one is being applied
 * waits for it.
 * @param restoreRate the points that Shopify restores per second
 */
export function estimateEnd(batches: readonly DueBatch[], restoreRate: number): number {
  let end = Number.NEGATIVE_INFINITY;
  for (const { at, products, tagged } of batches.toSorted((one, other) => one.at - other.at)) {
    const points =
      (products + tagged) * POINTS_PER_MUTATION + products * READ_AGAIN.share * READ_AGAIN.points;
    const start = Math.max(end, at);
    const savedUp = Math.min(SAVED_UP_SECONDS, (start - end) / 1_000);
    end = start + Math.max(0, points / restoreRate - savedUp) * 1_000;
  }
  return end;
}
