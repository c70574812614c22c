import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { priceSpiderFunction } from "../function";
import { priceSpiderTexts, readPriceSpiderPage } from "../page.server";
import { PriceSpiderPage } from "../ui/PriceSpiderPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(priceSpiderFunction, ({ calls }, args) =>
  readPriceSpiderPage(args.request, calls.priceSpider),
);

export const action = callsAction(priceSpiderFunction, priceSpiderTexts);

/** The PriceSpider page. */
export default function PriceSpider() {
  return <PriceSpiderPage {...useLoaderData<typeof loader>()} />;
}
