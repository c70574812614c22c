import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { pricecontrolFunction } from "../function";
import { PriceHistoryPage } from "../ui/PriceHistoryPage";

export const loader = pageLoader(pricecontrolFunction, async ({ calls }, args) => ({
  history: await calls.pricelog.history({
    variantId: args.params.variantId ?? "",
    priceListId: args.params.priceListId ?? "",
  }),
  now: new Date().toISOString(),
}));

/** The prices of one variant. */
export default function VariantPrices() {
  return <PriceHistoryPage {...useLoaderData<typeof loader>()} />;
}
