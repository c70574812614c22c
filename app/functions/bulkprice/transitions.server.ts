import { defineStates } from "~/platform/states";
import type { PriceState, VariantState } from "./states";

/** The states of a scheduled price. */
export const priceStates = defineStates<PriceState>({
  table: "price_schedules",
  transitions: {
    scheduled: {
      paused: "An administrator pauses it.",
      applying: "Its effective date has passed, and its job starts.",
      failed: "Its end date passed before it could be applied, or no variant has its SKU.",
      canceled: "An administrator cancels it, or its import is undone.",
    },
    paused: {
      scheduled: "An administrator resumes it.",
      canceled: "An administrator cancels it, or its import is undone.",
    },
    applying: {
      applied: "All of its variants have the price.",
      failed: "A variant couldn't get the price, no variant has its SKU, or its job ended without it.",
      "rolled back": "Its import is undone between two attempts of its job.",
    },
    applied: {
      ended: "Its end date has passed or an administrator ended it, and no variant has the price any longer.",
      "rolled back": "Its import is undone, and a variant has its earlier price again.",
    },
    failed: {
      applying: "The rows of its job are retried.",
      applied: "The rows of its job are retried, and all of its variants have the price.",
      ended: "Its end date has passed, and no variant has the price any longer.",
      canceled: "Its import is undone, and no variant has the price any longer.",
      "rolled back": "Its import is undone, and a variant has its earlier price again.",
    },
    ended: {},
    canceled: {},
    "rolled back": {},
  },
});

/** The states of a variant of a scheduled price. */
export const variantStates = defineStates<VariantState>({
  table: "scheduled_variants",
  transitions: {
    waiting: {
      sending: "Its price is about to be sent to Shopify.",
      failed: "Its price can't be sent, such as one outside the guard rails.",
    },
    sending: {
      applied: "Shopify has the price.",
      failed: "Shopify refused the price, or doesn't have it.",
      restoring: "Shopify has the price, and the earlier one is about to be sent.",
      kept: "The price has ended, and a later one is applied.",
    },
    applied: {
      restoring: "The earlier price is about to be sent.",
      failed: "The product was read again, and doesn't have the price.",
      kept: "The price was changed since, or a later one is applied.",
    },
    failed: {
      sending: "The row of its job is retried.",
      kept: "The price was changed since.",
    },
    restoring: {
      restored: "Shopify has the earlier price.",
      applied: "Shopify refused the earlier price.",
      kept: "The price was changed since.",
    },
    restored: {},
    kept: {},
  },
});
