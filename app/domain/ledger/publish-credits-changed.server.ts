import { publishChange } from "~/platform/realtime/publish.server";

/** At most this often (milliseconds). */
const PUBLISH_EVERY_MS = 1_000;

/** The realtime lists of customers with credit and transactions, and of the reconciliation. */
const LEDGER_LISTS = ["credits", "ledger-proof"];

/** Publishes to pages that show credits that something changed. */
export function publishCreditsChanged(shop: string): void {
  for (const list of LEDGER_LISTS) publishChange(shop, "showCredits", { list });
}

/** Throttles publishing for work with many changes. Call `flush` at its end. */
export function createThrottledPublisher(shop: string) {
  let publishedAt = Number.NEGATIVE_INFINITY;
  let isPending = false;
  return {
    publish() {
      isPending = true;
      if (performance.now() - publishedAt < PUBLISH_EVERY_MS) return;
      publishedAt = performance.now();
      isPending = false;
      publishCreditsChanged(shop);
    },
    flush() {
      if (isPending) publishCreditsChanged(shop);
    },
  };
}
