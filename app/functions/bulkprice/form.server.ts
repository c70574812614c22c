import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { bulkPriceContract } from "./contract";

type Calls = ContractRouterClient<typeof bulkPriceContract>;

/** The dialog's fields. Their names are the call's. */
const changeForm = z.object({
  ID: z.string(),
  version: z.coerce.number(),
  MODEL: z.string(),
  PRICE: z.string(),
  COMPARE_AT_PRICE: z.string(),
  EFFECTIVE_DATE: z.string(),
  BELOW_MAPP_ITEM_TAG: z.enum(["true", "false"]),
});

/** Saves the dialog. */
export async function answerChangeForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const { MODEL, EFFECTIVE_DATE } = await calls.update(readForm(form, changeForm));
  return {
    notice: { level: "success", text: `The price of ${MODEL} is saved for ${EFFECTIVE_DATE}.`, seconds: 3 },
  };
}
