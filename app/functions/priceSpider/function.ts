import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { priceSpiderCalls } from "./calls.server";

/** The title of its page. */
export const TITLE = "PriceSpider";

export const priceSpiderFunction = defineFunction<{ priceSpider: typeof priceSpiderCalls }>({
  name: "priceSpider",
  path: "/priceSpider",
  menuName: "price comparison",
  title: TITLE,
  description: "Transfer the product feed to PriceSpider",
  permission: "showPriceSpider",
  group: "search",
});

export const priceSpiderCall = callsOf(priceSpiderFunction);
