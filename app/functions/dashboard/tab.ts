import type { TabPermission } from "~/platform/auth/permission";

/** The id of the page's only tab. */
export const CUSTOMERS_TAB = "Customers";

/** What the tab shows. */
export const customersTab: TabPermission = { flag: "showDashboard", tabs: [CUSTOMERS_TAB] };

/** What open pages listen to. */
export const SNAPSHOTS = "dashboard-customers";
