/**
 * The states of a coupon. `waiting`: its addition to Shopify isn't confirmed yet. `free`: an order may get it. `assigned`: an order has it.
 * `removing`: its import is being undone. `failed`: Shopify refused its code.
 */
export type CouponState = "waiting" | "free" | "assigned" | "removing" | "failed";

/** What a batch does with codes in Shopify. */
export type BatchKind = "add" | "remove";
