import { defineFunction } from "~/core/function-entry";
import type { priceSpiderContract } from "./contract";

export const priceSpiderFunction = defineFunction<{ priceSpider: typeof priceSpiderContract }>({
  name: "priceSpider",
  path: "/priceSpider",
  menuName: "price comparison",
  description: "Transfer the product feed to PriceSpider",
  permission: "showPriceSpider",
  group: "search",
});
