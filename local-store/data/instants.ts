import type { Store } from "./database.ts";

/** The current time in whole seconds, as Shopify stores it. Two changes can have the same time. */
export function shopifyNow(store: Store): Date {
  return new Date(Math.floor(store.clock.now() / 1000) * 1000);
}

/** Formats a time as the Admin API does: `2026-10-01T12:00:00Z`. */
export function toDateTime(instant: Date | string): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
