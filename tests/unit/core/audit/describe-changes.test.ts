import { expect, test } from "vitest";
import { describeChanges } from "~/core/audit/audit-action.server";
import { importStarted } from "~/core/imports/start.server";

const words = {
  menuNameOf: (flag: string) => flag,
  switchTitleOf: () => undefined,
  timeZone: "America/New_York",
};

test("days and instants are formatted as on the screens, and similar text is left unchanged", () => {
  const before = {
    "End Date": "2026-09-01",
    rsvpBy: "2026-01-01T03:30:00.000Z",
    note: "2026-09-01 and later",
  };
  const after = { "End Date": "2027-09-01", rsvpBy: null, note: "2026-13-45T99:99:99Z" };
  expect(describeChanges(undefined, before, after, words)).toEqual([
    { field: "End Date", before: "09/01/2026", after: "09/01/2027" },
    { field: "RsvpBy", before: "12/31/2025 10:30 PM", after: "" },
    { field: "Note", before: "2026-09-01 and later", after: "2026-13-45T99:99:99Z" },
  ]);
});

test("an import of an earlier version says who sent the file as a new one does", () => {
  const side = { file: "people.csv", rows: 2 };
  const describe = (sender: object) => describeChanges(importStarted, null, { ...side, ...sender }, words);
  expect(describe({ "sent by": "Pat" })[0]).toEqual({ field: "Sent by", before: "", after: "Pat" });
  expect(describe({ sentBy: "Pat" })).toEqual(describe({ "sent by": "Pat" }));
  expect(describe({})).toHaveLength(2);
});
