import type { Store } from "../data/database.ts";
import { expireDue } from "./accounts.ts";

const POLL_MS = 5_000;

/** Lets store credit expire by the store's clock, also where nobody looks. @returns how to stop it */
export function startExpiryTimer(store: Store): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // The database may be away for a moment; the next round tries again.
    running = running.then(() => expireDue(store)).catch(() => {});
  }, POLL_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
