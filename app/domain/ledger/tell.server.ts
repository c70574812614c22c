import { publishChange } from "~/platform/realtime/publish.server";

/** Pages that show credits hear of changes at most this often (milliseconds). */
const TELL_EVERY_MS = 1_000;

/** The name under which whoever shows customers' credit, transactions or the ledger's proof hears of changes. */
const LEDGER_LIST = "credits";

/** Tells pages that show credits that something changed. */
export function tellCredits(shop: string): void {
  publishChange(shop, "showCredits", { list: LEDGER_LIST });
}

/** The same for work that changes much: not for each change, and surely once it has ended. */
export function creditsTeller(shop: string) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isUntold = false;
  return {
    changed() {
      isUntold = true;
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      isUntold = false;
      tellCredits(shop);
    },
    end() {
      if (isUntold) tellCredits(shop);
    },
  };
}
