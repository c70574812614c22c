import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { reportsCalls } from "~/core/reports/calls.server";
import type { bundleCalls } from "./calls.server";

export const bundleReportFunction = defineFunction<{
  bundle: typeof bundleCalls;
  reports: typeof reportsCalls;
}>({
  name: "bundleReport",
  path: "/bundleReport",
  menuName: "bundle report",
  description: "Bundles that were sold, and the components in them",
  permission: "showBundleReport",
  group: "reports",
});

/** Calls as the pages post them. */
export const bundleCall = callsOf(bundleReportFunction);
