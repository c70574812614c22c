/** Successes of the screens for which the specification fixes their time. */
import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { priceSpiderTexts } from "~/functions/priceSpider/page.server";
import { codeTexts } from "~/functions/registrationCodes/page.server";
import { filtersTexts } from "~/functions/solrFilters/page-data.server";

const calls: never = new Proxy({}, { get: () => async () => ({ status: true, msg: "Saved." }) }) as never;

test("a saved setting of PriceSpider is shown for 3 seconds", async () => {
  const posted = { call: "priceSpider.update", input: { enable: true } };
  expect(await answerCall({ priceSpider: calls }, priceSpiderTexts, posted)).toMatchObject({
    notice: { text: "Saved.", seconds: 3 },
  });
});

test("a changed search filter is shown for 3 seconds", async () => {
  const posted = { call: "solrFilters.setActive", input: { name: "vendor", active: true } };
  expect(await answerCall({ solrFilters: calls }, filtersTexts, posted)).toMatchObject({
    notice: { text: "Saved.", seconds: 3 },
  });
});

test("a saved registration code is shown for 3 seconds after its dialog has closed", async () => {
  const saved = await answerCall({ registrationCodes: calls }, codeTexts, {
    call: "registrationCodes.updateEmailDomains",
    input: {},
  });
  expect(saved).toMatchObject({ notice: { text: "Saved.", seconds: 5 } });
});
