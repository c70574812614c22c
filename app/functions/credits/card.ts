import { defineCardPart } from "~/domain/customers/card-part";
import type { creditsContract } from "./contract";
import { type ShortStatement, StoreCreditPart } from "./ui/StoreCreditPart";

export const cardPart = defineCardPart<{ credits: typeof creditsContract }, ShortStatement>({
  id: "credit",
  title: "Store credit",
  permission: "showCredits",
  place: "side",
  order: 20,
  load: async (calls, _customer, id) => (await calls.credits.statement({ id, most: 5 })).statement,
  component: StoreCreditPart,
});
