import { defineFunction } from "~/core/function-entry";
import type { reportsContract } from "~/core/reports/contract";
import type { knotContract } from "./contract";

export const knotReportFunction = defineFunction<{
  knot: typeof knotContract;
  reports: typeof reportsContract;
}>({
  name: "knotReport",
  path: "/knotReport",
  menuName: "knot report",
  description: "Orders per day of customers who registered with a partner's code",
  permission: "showKnotReport",
  group: "reports",
});
