import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { creditTexts } from "~/functions/credits/page.server";
import { isAccepted } from "~/ui/OperationId";

test.each([
  ["one that is on its way", true, "posting-1", "success"],
  ["one that waits for approval", true, null, "warning"],
  ["one that is refused", false, null, "critical"],
])("the notice about a reversal: %s", async (_what, status, postingId, level) => {
  const list = [{ id: "1", postingId, state: "PENDING", problem: null }];
  const reverse = async () => ({ status, msg: "Answered.", list });
  const call = { call: "credits.reverse", input: { params: { id: "posting-0" } } };
  const answer = await answerCall({ credits: { reverse } }, creditTexts, call);
  expect(answer.notice).toMatchObject({ level, title: "Customers update", text: "Answered." });
  // Whether the dialog closes.
  expect(isAccepted(answer)).toBe(status);
});
