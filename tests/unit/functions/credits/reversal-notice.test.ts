import { expect, test } from "vitest";
import { answerCreditsForm, type CreditsAnswer } from "~/functions/credits/form.server";
import { isAccepted } from "~/ui/OperationId";

test.each([
  ["one that is on its way", true, "posting-1", "success"],
  ["one that waits for approval", true, null, "warning"],
  ["one that is refused", false, null, "critical"],
])("the notice about a reversal: %s", async (_what, status, postingId, level) => {
  const list = [{ id: "1", postingId, state: "PENDING", problem: null }];
  const credits = { reverse: async () => ({ status, msg: "Answered.", list }) } as never;
  const form = new FormData();
  const fields = {
    intent: "reverse",
    id: "posting-0",
    reason: "Wrong customer",
    operationId: "an-operation",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = (await answerCreditsForm(credits, form, { currency: "USD" })) as CreditsAnswer;
  expect(answer.notice).toMatchObject({ level, text: "Answered." });
  // Whether the dialog closes.
  expect(isAccepted(answer)).toBe(status);
});
