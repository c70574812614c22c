import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { reportsCalls } from "~/core/reports/calls.server";
import type { salsifyCalls } from "./calls.server";

export const salsifyFunction = defineFunction<{
  salsify: typeof salsifyCalls;
  reports: typeof reportsCalls;
}>({
  name: "salsify",
  path: "/salsify",
  menuName: "Salsify",
  description: "Monitor product metafields, and report their values and changes",
  permission: "showSalsify",
  group: "catalog",
});

/** Calls as the pages post them. */
export const salsifyCall = callsOf(salsifyFunction);
