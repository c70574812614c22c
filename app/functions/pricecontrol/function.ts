import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { viewsCalls } from "~/core/views/calls.server";
import type { pricelogCalls, pricelogExportCalls } from "./calls.server";

/** The title of its page. */
export const TITLE = "Price Log List";

export const pricecontrolFunction = defineFunction<{
  pricelog: typeof pricelogCalls;
  exports: typeof pricelogExportCalls;
  views: typeof viewsCalls;
}>({
  name: "pricecontrol",
  path: "/pricecontrol",
  menuName: "price control",
  title: TITLE,
  description: "Price changes with their time, both prices, and who made them",
  permission: "showPriceControl",
  group: "catalog",
  figureCalls: "pricelog",
  figureList: "pricelog",
});

/** Calls as the page posts them. */
export const pricelogCall = callsOf(pricecontrolFunction);
