import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { pricecontrolFunction } from "../function";
import { PriceHistoryPage } from "../ui/PriceHistoryPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, pricecontrolFunction, async ({ calls }) => ({
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
