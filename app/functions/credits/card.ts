import { defineCardPart } from "~/domain/customers/card-part";
import type { creditsCalls } from "./calls.server";
import { type ShortStatement, StoreCreditPart } from "./ui/StoreCreditPart";

export const cardPart = defineCardPart<{ credits: typeof creditsCalls }, ShortStatement>({
  id: "credit",
  title: "Store credit",
  permission: "showCredits",
  place: "side",
  order: 20,
  load: async (calls, _customer, id) => (await calls.credits.statement({ id, most: 5 })).statement,
  component: StoreCreditPart,
});
