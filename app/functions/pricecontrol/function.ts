import { defineFunction } from "~/core/function-entry";
import type { viewsCalls } from "~/core/views/calls.server";
import type { pricelogCalls } from "./calls.server";

export const pricecontrolFunction = defineFunction<{
  pricelog: typeof pricelogCalls;
  views: typeof viewsCalls;
}>({
  name: "pricecontrol",
  path: "/pricecontrol",
  menuName: "price control",
  description: "Price changes with their time, both prices, and who made them",
  permission: "showPriceControl",
  group: "catalog",
  figureCalls: "pricelog",
  figureList: "pricelog",
});
