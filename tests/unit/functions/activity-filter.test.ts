import { expect, test } from "vitest";
import { readActivityFilter } from "~/functions/activity/filter";

const read = (query: string) =>
  readActivityFilter(new URL(`https://backroom.example/activity?${query}`), (name) => name === "approved");

test("the address's filters are read as the call takes them", () => {
  expect(read("person=7&kind=approved&day=2026-11-25")).toEqual({
    person: "7",
    kind: "approved",
    day: "2026-11-25",
    request: { person: "7", kind: "approved", day: "25-11-2026" },
  });
});

// A browser sends years such as 0002 while one is being typed.
test.each(["0002-11-25", "2026-02-31", "yesterday"])("the day %s doesn't narrow", (day) => {
  expect(read(`day=${day}`)).toMatchObject({ day: "", request: {} });
});
