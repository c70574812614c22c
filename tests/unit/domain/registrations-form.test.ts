import { expect, test } from "vitest";
import { answerRegistrationsForm } from "~/domain/registrations/form.server";

test.each([
  ["2026-06-30", "2026-06-30"],
  ["2026-06-30T00:00:00Z", "2026-06-30"],
  ["06/30/2026", "2026-06-30"],
  ["", ""],
  ["end of the year", undefined],
])("a renewal of a registration that ended on “%s” can be undone to “%s”", async (seen, restored) => {
  const customers = { edit: async () => ({ changed: ["enddate"] }) };
  const form = new FormData();
  const request = { intent: "renew", customerId: "1", name: "Ann Lee", enddate: "2027-06-30", seen };
  for (const [name, value] of Object.entries(request)) form.set(name, value);
  const { notice } = await answerRegistrationsForm({ customers } as never, form);
  expect(notice?.undo?.fields?.enddate).toBe(restored);
});
