import { expect, test } from "vitest";
import { deleteMeaning, removeUsersMeaning } from "~/functions/events/messages";

test.each([
  [0, "It has no invitees."],
  [1, "The personal link of its invitee stops working."],
  [1_200, "The personal links of its 1,200 invitees stop working."],
])("deleting an event with %i invitees says what stops working", (invited, sentence) => {
  expect(deleteMeaning(invited)).toBe(`${sentence} The event can be restored from the deleted events.`);
});

test("removing the users of an event counts its invitees", () => {
  expect(removeUsersMeaning(0, 0)).toBe("It has no invitees.");
  expect(removeUsersMeaning(1, 0)).toMatch(/^1 invitee leaves its list \(registered: 0\)\./);
  expect(removeUsersMeaning(12, 3)).toMatch(/^12 invitees leave its list \(registered: 3\)\./);
});
