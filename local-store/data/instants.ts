import type { Store } from "./database.ts";

/** The present as Shopify keeps it: whole seconds, so two changes may carry the same time. */
export function shopifyNow(store: Store): Date {
  return new Date(Math.floor(store.clock.now() / 1000) * 1000);
}

/** An instant as the Admin API writes it: `2026-10-01T12:00:00Z`. */
export function toDateTime(instant: Date | string): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
