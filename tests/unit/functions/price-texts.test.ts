import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { priceTexts } from "~/functions/bulkprice/page.server";

/** A shop in which two prices are scheduled, and one is paused. */
const bulkPrice = {
  pause: async () => ({ changed: 2 }),
  resume: async () => ({ changed: 1, ended: 0 }),
};

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
])("%s of %j says how many didn't change", async (call, ids, level, text) => {
  const { notice } = await answerCall({ bulkPrice }, priceTexts, {
    call: `bulkPrice.${call}`,
    input: { ids },
  });
  expect(notice).toMatchObject({ level, text });
});
