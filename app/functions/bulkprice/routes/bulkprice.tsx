import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { bulkPriceFunction } from "../function";
import { priceTexts, readBulkPricePage } from "../page.server";
import { BulkPricePage } from "../ui/BulkPricePage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(bulkPriceFunction, ({ calls }, args) =>
  readBulkPricePage(new URL(args.request.url), calls.bulkPrice),
);

export const action = callsAction(bulkPriceFunction, priceTexts);

/** The screen Import Price. */
export default function BulkPrice() {
  return <BulkPricePage {...useLoaderData<typeof loader>()} />;
}
