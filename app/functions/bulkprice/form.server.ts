import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { jsonField, readForm } from "~/platform/form";
import { type ActionAnswer, SUCCESS_SECONDS } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import type { bulkPriceCalls } from "./calls.server";

type Calls = ContractRouterClient<typeof bulkPriceCalls>;

/** The dialog's fields, whose names are the call's, or the prices to pause or to resume. */
const priceForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("change"),
    ID: z.string(),
    version: z.coerce.number(),
    MODEL: z.string(),
    PRICE: z.string(),
    COMPARE_AT_PRICE: z.string(),
    EFFECTIVE_DATE: z.string(),
    END_DATE: z.string(),
    BELOW_MAPP_ITEM_TAG: z.enum(["true", "false"]),
  }),
  z.object({ intent: z.enum(["pause", "resume"]), ids: jsonField(z.array(z.string())) }),
  z.object({
    intent: z.enum(["pauseBatch", "resumeBatch"]),
    runId: z.string(),
    effectiveAt: z.string(),
  }),
]);

/** Answers the forms of the screen Import Price. */
export async function answerPriceForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const read = readForm(form, priceForm);
  switch (read.intent) {
    case "change": {
      const { intent: _, ...change } = read;
      const { MODEL, EFFECTIVE_DATE } = await calls.update(change);
      return saved(`The price of ${MODEL} is saved for ${EFFECTIVE_DATE}.`);
    }
    case "pause": {
      const { changed } = await calls.pause({ ids: read.ids });
      return savedSome(paused({ changed }), read.ids.length - changed, "scheduled");
    }
    case "resume": {
      const { changed, ended } = await calls.resume({ ids: read.ids });
      return savedSome(resumed({ changed, ended }), read.ids.length - changed - ended, "paused");
    }
    case "pauseBatch":
      return saved(paused(await calls.pause({ runId: read.runId, effectiveAt: read.effectiveAt })));
    case "resumeBatch":
      return saved(resumed(await calls.resume({ runId: read.runId, effectiveAt: read.effectiveAt })));
  }
}

const saved = (text: string): ActionAnswer => ({
  notice: { level: "success", text, seconds: SUCCESS_SECONDS },
});

/** @param others the selected prices that weren't in the state that can be changed */
const savedSome = (text: string, others: number, state: string): ActionAnswer =>
  others === 0
    ? saved(text)
    : {
        notice: {
          level: "info",
          text: `${text} ${pluralize(others, "price")} of your selection ${others === 1 ? "isn't" : "aren't"} ${state} and didn't change.`,
        },
      };

const paused = ({ changed }: { changed: number }) => `Paused ${pluralize(changed, "price")}.`;

const resumed = ({ changed, ended }: { changed: number; ended: number }) =>
  [
    `Resumed ${pluralize(changed, "price")}. If the effective date has passed, the price is set within a minute.`,
    ended > 0 &&
      `${pluralize(ended, "price")} ${ended === 1 ? "stays" : "stay"} paused, because the end date has passed.`,
  ]
    .filter(Boolean)
    .join(" ");
