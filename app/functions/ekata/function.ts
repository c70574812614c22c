import { defineFunction } from "~/core/function-entry";
import type { reportsContract } from "~/core/reports/contract";
import type { ekataContract } from "./contract";

export const ekataFunction = defineFunction<{
  ekata: typeof ekataContract;
  reports: typeof reportsContract;
}>({
  name: "ekata",
  path: "/ekata",
  menuName: "Ekata",
  description: "Assess the fraud risk of orders with Ekata",
  permission: "showEkata",
  group: "orders",
});
