/** The tabs that an administrator can be limited to, as the functions declare them. */
import { expect, test } from "vitest";
import { scopesOf } from "~/platform/auth/permission";
import { app } from "../../support/app.ts";
import { contractCalls } from "../../support/contract-calls.ts";

const { grantDifference } = await import("~/functions/access/grant.server");
const { limitedFunctions } = await import("~/core/access/tab-limits");
const { menuNameOf, roomAudiences } = await import("~/core/declared-name");
const { functions } = app.declarations;

test("the specification's tabs can be limited, and each has a realtime room", () => {
  const limited = limitedFunctions(functions);
  expect(limited.map(({ flag, tabs }) => `${flag}: ${tabs.join(", ")}`)).toEqual([
    "showPromotion: Dashboard, AssignmentQueue, CsrApprovals, LoyaltyOrder, AllSubmissions, DenyList",
    "showDashboard: Customers",
    "showProductMedia: media, sync",
  ]);
  expect(limited).toHaveLength(functions.filter(({ limitedTabs }) => limitedTabs).length);
  const tabs = limited.flatMap(({ flag, tabs }) => tabs.map((tab) => ({ flag, tabs: [tab] })));
  expect(roomAudiences(functions)).toEqual(expect.arrayContaining(tabs));
});

test("each call of a function with tabs names the tabs that show it, or is for those without a limit", async () => {
  const limited = limitedFunctions(functions);
  const withoutTabs = (await contractCalls()).filter(({ permission = "owner" }) =>
    scopesOf(permission).some((scope) => limited.some(({ flag }) => flag === scope)),
  );
  expect(withoutTabs.map(({ name }) => name)).toEqual(["promo.promotions", "promo.settings", "promo.replay"]);
  for (const { name, permission = "owner" } of await contractCalls())
    for (const scope of scopesOf(permission)) {
      if (typeof scope === "string") continue;
      const tabs = limited.find(({ flag }) => flag === scope.flag)?.tabs ?? [];
      expect([name, scope.tabs.filter((tab) => !tabs.includes(tab))]).toEqual([name, []]);
    }
});

test("the audit log names the functions whose limits changed", () => {
  const before = { flags: [], tabLimits: { showProductMedia: ["sync"], showDashboard: ["Customers"] } };
  const after = { flags: [], tabLimits: { showProductMedia: ["sync"], showPromotion: ["DenyList"] } };
  expect(grantDifference(before, after, (flag) => menuNameOf(functions, flag))).toEqual([
    { field: "Tabs of Customers data trends and reports", before: "Customers", after: "all" },
    { field: "Tabs of Battery Redemption Promotion", before: "all", after: "DenyList" },
  ]);
});
