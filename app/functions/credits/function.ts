import { defineFunction } from "~/core/function-entry";
import type { creditsContract } from "./contract";
import type { reconciliationContract } from "./reconciliation/contract";

export const creditsFunction = defineFunction<{
  credits: typeof creditsContract;
  ledgerProof: typeof reconciliationContract;
}>({
  name: "credits",
  path: "/credits",
  menuName: "credits",
  description: "Store credit of customers: issue, adjust, and see where each cent went",
  permission: "showCredits",
  group: "promotions",
});
