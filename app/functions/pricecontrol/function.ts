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
  description: "Every change of a price: when, from what to what, and by whom",
  permission: "showPriceControl",
  group: "function",
});
