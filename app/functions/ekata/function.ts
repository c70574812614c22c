import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { reportsCalls } from "~/core/reports/calls.server";
import type { ekataCalls } from "./calls.server";

export const ekataFunction = defineFunction<{
  ekata: typeof ekataCalls;
  reports: typeof reportsCalls;
}>({
  name: "ekata",
  path: "/ekata",
  menuName: "Ekata",
  description: "Assess the fraud risk of orders with Ekata",
  permission: "showEkata",
  group: "orders",
});

/** Calls as the pages post them. */
export const ekataCall = callsOf(ekataFunction);
