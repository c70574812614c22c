import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { bulkPriceCalls } from "./calls.server";
import type { workbenchCalls, workbenchExports } from "./workbench/calls.server";

export const bulkPriceFunction = defineFunction<{
  bulkPrice: typeof bulkPriceCalls;
  priceWorkbench: typeof workbenchCalls;
  exports: typeof workbenchExports;
}>({
  name: "bulkprice",
  path: "/bulkprice",
  menuName: "bulk price",
  description: "Schedule prices by SKU with a file, and roll them back",
  permission: "showBulkPrice",
  group: "catalog",
});

/** Calls as the pages post them. */
export const priceCall = callsOf(bulkPriceFunction);
