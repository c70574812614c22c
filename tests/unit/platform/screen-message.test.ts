/** What people read when a call refuses its input: callers get the names of fields, people don't. */
import { expect, test } from "vitest";
import { screenMessage } from "~/platform/contract/answer";

test.each([
  [{ startsAt: "must be a date" }, "Starts at must be a date."],
  [{ "list.0.first_name": "must have at least 1 character" }, "First name must have at least 1 character."],
  [
    { name: "Enter a name.", endsAt: "must be after the start" },
    "Enter a name. Ends at must be after the start.",
  ],
  [{ "list.0.id": "must be a UUID", "list.1.id": "must be a UUID" }, "Id must be a UUID."],
  [{ price: "Invalid input" }, "Price: Invalid input."],
])("%j is shown without a name of the API", (fieldErrors: Record<string, string>, shown) => {
  const message = Object.entries(fieldErrors)
    .map(([field, problem]) => `${field}: ${problem}`)
    .join("; ");
  expect(screenMessage({ message, fieldErrors })).toBe(shown);
});

test("a message of its own stays", () => {
  const message = "Someone else changed this event.";
  expect(screenMessage({ message, fieldErrors: { name: "is now Fair" } })).toBe(message);
  expect(screenMessage({ message })).toBe(message);
});
