import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { pricecontrolFunction } from "../function";
import { readPriceLogPage } from "../read-price-log-page.server";
import { PriceLogPage } from "../ui/PriceLogPage";

export { shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, pricecontrolFunction, ({ calls }) => readPriceLogPage(new URL(args.request.url), calls));

/** The price log. */
export default function Pricecontrol() {
  return <PriceLogPage {...useLoaderData<typeof loader>()} />;
}
