import { defineFunction } from "~/core/function-entry";
import type { dashboardContract } from "./contract";
import { CUSTOMERS_TAB, SNAPSHOTS } from "./tab";

export const dashboardFunction = defineFunction<
  { dashboard: typeof dashboardContract },
  typeof CUSTOMERS_TAB
>({
  name: "dashboard",
  path: "/dashboard",
  menuName: "Customers data trends and reports",
  description: "How many customers there are, with a tag and subscribed to marketing, day by day",
  permission: "showDashboard",
  group: "reports",
  limitedTabs: [CUSTOMERS_TAB],
  figureList: SNAPSHOTS,
});
