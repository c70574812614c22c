import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { registrationTexts } from "~/domain/registrations/page-data.server";

test.each([
  ["2026-06-30", "2026-06-30"],
  ["2026-06-30T00:00:00Z", "2026-06-30"],
  ["06/30/2026", "2026-06-30"],
  ["", ""],
  ["end of the year", undefined],
])("a renewal of a registration that ended on “%s” can be undone to “%s”", async (seen, restored) => {
  const customers = { edit: async () => ({ changed: ["enddate"] }) };
  const input = { id: "1", enddate: "2027-06-30", seen: { enddate: seen } };
  const posted = { call: "customers.edit", input, about: "Ann Lee" };
  const { notice } = await answerCall({ customers }, registrationTexts, posted);
  expect(notice?.undo?.call?.input.enddate).toBe(restored);
});
