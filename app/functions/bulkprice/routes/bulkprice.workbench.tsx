import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { bulkPriceFunction } from "../function";
import { priceTexts, readWorkbench } from "../page.server";
import { WorkbenchPage } from "../ui/WorkbenchPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(bulkPriceFunction, ({ calls, shop }, args) =>
  readWorkbench(new URL(args.request.url), calls.priceWorkbench, shop.currency),
);

export const action = callsAction(bulkPriceFunction, priceTexts);

/** Choose products, apply a rule to their prices, and schedule them. */
export default function PriceWorkbench() {
  return <WorkbenchPage {...useLoaderData<typeof loader>()} />;
}
