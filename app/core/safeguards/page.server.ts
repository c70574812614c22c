import type { Texts } from "~/core/answer-call.server";
import type { ContractsOf } from "~/core/function-entry";
import type { safeguardPages } from "./pages";

/** The calls that the page posts, and what it says after them. */
export const safeguardTexts: Texts<ContractsOf<typeof safeguardPages>> = {
  "safeguards.agree": ({ title, after }) => `In effect now. ${title}: ${after}`,
  "safeguards.cancel": ({ title, before }) => `Canceled. ${title} stays: ${before}`,
};
