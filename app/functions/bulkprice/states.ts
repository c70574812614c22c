/**
 * The states of a scheduled price. `applying`: its job has started. `failed`: at least one of its variants doesn't have the price.
 * `canceled`: its import was undone before the price was due. `rolled back`: it was undone afterward.
 */
export const PRICE_STATES = [
  "scheduled",
  "applying",
  "applied",
  "failed",
  "canceled",
  "rolled back",
] as const;
export type PriceState = (typeof PRICE_STATES)[number];

/**
 * The states of one of its variants. `sending` and `restoring`: the change may have been sent to Shopify. `restored`: it has its
 * earlier price again.
 */
export type VariantState = "waiting" | "sending" | "applied" | "failed" | "restoring" | "restored";
