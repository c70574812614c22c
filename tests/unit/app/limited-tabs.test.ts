/** The tabs that an administrator can be limited to, as the functions declare them. */
import { expect, test } from "vitest";
import { app } from "../../support/app.ts";

const { grantDifference } = await import("~/core/access/grants");
const { limitedFunctions, mayOpenTab } = await import("~/core/access/tab-limits");
const { menuNameOf, roomAudiences } = await import("~/core/granted-functions");
const { functions } = app.declarations;

test("the specification's tabs can be limited, and each has a realtime room", () => {
  const limited = limitedFunctions(functions);
  expect(limited.map(({ flag, tabs }) => `${flag}: ${tabs.join(", ")}`)).toEqual([
    "showPromotion: Dashboard, AssignmentQueue, CsrApprovals, LoyaltyOrder, AllSubmissions, DenyList",
    "showDashboard: Customers",
    "showProductMedia: media, sync",
  ]);
  expect(limited).toHaveLength(functions.filter(({ limitedTabs }) => limitedTabs).length);
  const tabs = limited.flatMap(({ flag, tabs }) => tabs.map((tab) => ({ flag, tab })));
  expect(roomAudiences(functions)).toEqual(expect.arrayContaining(tabs));
});

test("a limit refuses the function's other tabs, but none to the account owner", () => {
  const entry = functions.find(({ name }) => name === "productMedia");
  if (!entry) throw new Error("Product media is missing.");
  const tabLimits = { showProductMedia: ["sync"] };
  const mayOpen = (isOwner: boolean) =>
    entry.limitedTabs?.map((tab) => mayOpenTab({ isOwner, tabLimits }, entry, tab));
  expect(mayOpen(false)).toEqual([false, true]);
  expect(mayOpen(true)).toEqual([true, true]);
});

test("the audit log names the functions whose limits changed", () => {
  const before = { flags: [], tabLimits: { showProductMedia: ["sync"], showDashboard: ["Customers"] } };
  const after = { flags: [], tabLimits: { showProductMedia: ["sync"], showPromotion: ["DenyList"] } };
  expect(grantDifference(before, after, (flag) => menuNameOf(functions, flag))).toEqual([
    { field: "Tabs of Customers data trends and reports", before: "Customers", after: "all" },
    { field: "Tabs of Battery Redemption Promotion", before: "all", after: "DenyList" },
  ]);
});
