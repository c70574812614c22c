import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { pricecontrolFunction } from "../function";
import { readPriceLogPage } from "../read-price-log-page.server";
import { PriceLogPage } from "../ui/PriceLogPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, pricecontrolFunction, ({ calls }) => readPriceLogPage(new URL(args.request.url), calls));

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The price log. */
export default function Pricecontrol() {
  return <PriceLogPage {...useLoaderData<typeof loader>()} />;
}
