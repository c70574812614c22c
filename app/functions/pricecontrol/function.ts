import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { pricelogContract } from "./contract";

export const pricecontrolFunction = defineFunction<{
  pricelog: typeof pricelogContract;
  views: typeof viewsContract;
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
