import { expect, test } from "vitest";
import { answerPriceForm } from "~/functions/bulkprice/form.server";

/** A shop in which two prices are scheduled, and one is paused. */
const calls = {
  pause: async () => ({ changed: 2 }),
  resume: async () => ({ changed: 1, ended: 0 }),
} as never;

function formOf(intent: string, ids: string[]): FormData {
  const form = new FormData();
  form.set("intent", intent);
  form.set("ids", JSON.stringify(ids));
  return form;
}

test.each([
  ["pause", ["1", "2"], "success", "Paused 2 prices."],
  [
    "pause",
    ["1", "2", "3"],
    "info",
    "Paused 2 prices. 1 price of your selection isn't scheduled and didn't change.",
  ],
  [
    "resume",
    ["1", "2", "3"],
    "info",
    "Resumed 1 price. If the effective date has passed, the price is set within a minute. 2 prices of your selection aren't paused and didn't change.",
  ],
])("%s of %j says how many didn't change", async (intent, ids, level, text) => {
  expect((await answerPriceForm(calls, formOf(intent, ids))).notice).toMatchObject({ level, text });
});
