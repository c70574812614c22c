import { defineFunction } from "~/core/function-entry";
import type { reportsContract } from "~/core/reports/contract";
import type { bundleContract } from "./contract";

export const bundleReportFunction = defineFunction<{
  bundle: typeof bundleContract;
  reports: typeof reportsContract;
}>({
  name: "bundleReport",
  path: "/bundleReport",
  menuName: "bundle report",
  description: "Bundles that were sold, and the components in them",
  permission: "showBundleReport",
  group: "reports",
});
