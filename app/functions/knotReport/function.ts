import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { reportsCalls } from "~/core/reports/calls.server";
import type { knotCalls } from "./calls.server";

export const knotReportFunction = defineFunction<{
  knot: typeof knotCalls;
  reports: typeof reportsCalls;
}>({
  name: "knotReport",
  path: "/knotReport",
  menuName: "knot report",
  description: "Orders per day of customers who registered with a partner's code",
  permission: "showKnotReport",
  group: "reports",
});

/** Calls as the pages post them. */
export const knotCall = callsOf(knotReportFunction);
