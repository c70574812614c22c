import type { TabPermission } from "~/platform/auth/permission";

/** The page's only tab, and who may open it. */
export const CUSTOMERS_TAB = { flag: "showDashboard", tab: "Customers" } as const satisfies TabPermission;

/** What open pages listen to. */
export const SNAPSHOTS = "dashboard-customers";
