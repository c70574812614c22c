import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { priceSpiderCalls } from "./calls.server";

export const priceSpiderFunction = defineFunction<{ priceSpider: typeof priceSpiderCalls }>({
  name: "priceSpider",
  path: "/priceSpider",
  menuName: "price comparison",
  description: "Transfer the product feed to PriceSpider",
  permission: "showPriceSpider",
  group: "search",
});

export const priceSpiderCall = callsOf(priceSpiderFunction);
