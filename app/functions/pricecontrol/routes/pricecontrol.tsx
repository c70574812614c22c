import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { exportTexts } from "~/core/exports/texts.server";
import { pricecontrolFunction } from "../function";
import { readPriceLogPage } from "../read-price-log-page.server";
import { PriceLogPage } from "../ui/PriceLogPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(pricecontrolFunction, ({ calls }, args) =>
  readPriceLogPage(new URL(args.request.url), calls),
);

export const action = callsAction(pricecontrolFunction, exportTexts("exports.pricelog"));

/** The price log. */
export default function Pricecontrol() {
  return <PriceLogPage {...useLoaderData<typeof loader>()} />;
}
