import { expect, test } from "vitest";
import { undoOf } from "~/functions/access/page.server";

const LIMITED = [{ flag: "showProductMedia" as const, menuName: "Product media", tabs: ["media", "sync"] }];
const accessTo = (tabs: string[]) => ({
  id: "3",
  name: "Nora Nothing",
  email: "nora@shop.example",
  isOwner: false,
  flags: ["showProductMedia" as const],
  tabLimits: { showProductMedia: tabs },
  version: 2,
  lastSeenAt: null,
});

test.each([
  ["is undone", ["media"], ["sync"], "media"],
  ["is undone with an unknown tab that is still stored", ["snyc"], ["snyc", "media"], "snyc"],
  ["isn't undone when it removed an unknown tab", ["snyc"], ["sync"], undefined],
])("a change of tabs %s", (_what, before, after, tabs) => {
  const undo = undoOf(accessTo(before), accessTo(after), ["showProductMedia"], LIMITED);
  expect(undo?.input.tabLimits).toEqual(tabs && { showProductMedia: [tabs] });
});
