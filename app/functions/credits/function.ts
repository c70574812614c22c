import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { creditsCalls } from "./calls.server";
import type { reconciliationCalls } from "./reconciliation/calls.server";

export const creditsFunction = defineFunction<{
  credits: typeof creditsCalls;
  ledgerProof: typeof reconciliationCalls;
}>({
  name: "credits",
  path: "/credits",
  menuName: "credits",
  description: "Store credit of customers: issue, adjust, and see where each cent went",
  permission: "showCredits",
  further: [
    { path: "/credits/liability", title: "Store credit owed" },
    { path: "/credits/proof", title: "Reconciliation" },
  ],
  group: "promotions",
});

/** Calls as the pages post them. */
export const creditCall = callsOf(creditsFunction);
