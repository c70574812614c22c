import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { bulkPriceCalls } from "./calls.server";
import type { workbenchCalls, workbenchExports } from "./workbench/calls.server";

/** The title of its page. */
export const TITLE = "Import Price";

export const bulkPriceFunction = defineFunction<{
  bulkPrice: typeof bulkPriceCalls;
  priceWorkbench: typeof workbenchCalls;
  exports: typeof workbenchExports;
}>({
  name: "bulkprice",
  path: "/bulkprice",
  menuName: "bulk price",
  title: TITLE,
  description: "Schedule prices by SKU with a file, and roll them back",
  permission: "showBulkPrice",
  further: [
    { path: "/bulkprice/calendar", title: "Price calendar" },
    { path: "/bulkprice/workbench", title: "Price workbench" },
  ],
  actions: [
    { path: "/bulkprice/workbench", title: "Schedule a price" },
    { path: "/bulkprice/import", title: "Schedule prices with a file" },
  ],
  group: "catalog",
});

/** Calls as the pages post them. */
export const priceCall = callsOf(bulkPriceFunction);
