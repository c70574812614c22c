import { publishChange } from "~/platform/realtime/publish.server";

/** Pages that show credits hear of changes at most this often (milliseconds). */
const TELL_EVERY_MS = 1_000;

/** The names under which whoever shows customers' credit and transactions, or the ledger's proof, hears of changes. */
const LEDGER_LISTS = ["credits", "ledger-proof"];

/** Tells pages that show credits that something changed. */
export function tellCredits(shop: string): void {
  for (const list of LEDGER_LISTS) publishChange(shop, "showCredits", { list });
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
