import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { bulkPriceFunction } from "../function";

/** What products can be chosen by, which takes longer to count than the page takes to load. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bulkPriceFunction, ({ calls }) => calls.priceWorkbench.choices());

/** A change of prices doesn't change it. */
export const shouldRevalidate = () => false;

export const headers: HeadersFunction = (args) => boundary.headers(args);
