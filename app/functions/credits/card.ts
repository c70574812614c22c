import { defineCardPart } from "~/domain/customers/card-part";
import type { creditsCalls } from "./calls.server";
import { CREDITS_LIST } from "./tabs";
import { type ShortStatement, StoreCreditPart } from "./ui/StoreCreditPart";

export const cardPart = defineCardPart<{ credits: typeof creditsCalls }, ShortStatement>({
  id: "credit",
  title: "Store credit",
  permission: "showCredits",
  place: "side",
  order: 20,
  follows: [CREDITS_LIST],
  async load(calls, _customer, id) {
    const { statement } = await calls.credits.statement({ id, most: 5 });
    return { statement };
  },
  component: StoreCreditPart,
});
