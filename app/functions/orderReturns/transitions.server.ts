import { defineStates } from "~/platform/states";
import type { returnCases, returnRefunds } from "./tables.server";

/**
 * The states of a return. While it is started, its row says whether it is created or undone: it is undone from the moment when
 * `failure` is set.
 */
export const returnStates = defineStates<typeof returnCases.$inferSelect.state>({
  table: "return_cases",
  transitions: {
    started: {
      done: "The return and its label exist, or Shopify refused its cancellation.",
      failed: "UPS or Shopify refused it, or an administrator canceled it, and its steps were undone.",
    },
    done: { started: "An administrator cancels it." },
    failed: { started: "An administrator tries it again." },
  },
});

/** The states of the processing of a return whose items arrived. */
export const refundStates = defineStates<typeof returnRefunds.$inferSelect.state>({
  table: "return_refunds",
  transitions: {
    started: {
      done: "Shopify recorded the items, and the credit was posted, requested or refused.",
      failed: "Shopify refused to process the return.",
    },
    done: {},
    failed: { started: "An administrator tries it again." },
  },
});
