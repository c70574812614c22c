import { defineFunction } from "~/core/function-entry";
import type { reportsContract } from "~/core/reports/contract";
import type { salsifyContract } from "./contract";

export const salsifyFunction = defineFunction<{
  salsify: typeof salsifyContract;
  reports: typeof reportsContract;
}>({
  name: "salsify",
  path: "/salsify",
  menuName: "Salsify",
  description: "Monitor product metafields, and report their values and changes",
  permission: "showSalsify",
  group: "catalog",
});
