import type { Store } from "../data/database.ts";
import { expireDue } from "./accounts.ts";

const POLL_MS = 5_000;

/** Expires due store credit in the background, by the store's clock. @returns a function that stops the timer */
export function startExpiryTimer(store: Store): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // The database may be unavailable for a moment. The next round retries.
    running = running.then(() => expireDue(store)).catch(() => {});
  }, POLL_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
