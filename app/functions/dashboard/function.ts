import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { dashboardCalls } from "./calls.server";
import { CUSTOMERS_TAB, SNAPSHOTS } from "./range";

export const dashboardFunction = defineFunction<{ dashboard: typeof dashboardCalls }, typeof CUSTOMERS_TAB>({
  name: "dashboard",
  path: "/dashboard",
  menuName: "Customers data trends and reports",
  description: "How many customers there are, with a tag and subscribed to marketing, day by day",
  permission: "showDashboard",
  group: "reports",
  limitedTabs: [CUSTOMERS_TAB],
  figureList: SNAPSHOTS,
});

/** Calls as the pages post them. */
export const dashboardCall = callsOf(dashboardFunction);
