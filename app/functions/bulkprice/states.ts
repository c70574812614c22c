/**
 * The states of a scheduled price. `paused`: it isn't applied until it is resumed. `applying`: its job has started. `failed`: at least
 * one of its variants doesn't have the price. `ended`: its end date has passed, and no variant has the price any longer because of it.
 * `canceled`: its import was undone before the price was due, or after it failed and none of its variants had it any longer.
 * `rolled back`: it was undone afterward.
 */
export const PRICE_STATES = [
  "scheduled",
  "paused",
  "applying",
  "applied",
  "ended",
  "failed",
  "canceled",
  "rolled back",
] as const;
export type PriceState = (typeof PRICE_STATES)[number];

/**
 * The states of one of its variants. `sending` and `restoring`: the change may have been sent to Shopify. `restored`: it has its
 * earlier price again. `kept`: its price was changed since, so that it kept the changed one at the end date or the undo.
 */
export type VariantState = "waiting" | "sending" | "applied" | "failed" | "restoring" | "restored" | "kept";
