import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { linkedNumber } from "~/core/admin-link.server";
import { authorize } from "~/core/authorize.server";
import { orderReturnsFunction } from "../function";

/** Opens the returns of the order whose page in the Shopify admin had the link. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, orderReturnsFunction, async ({ redirect }) => {
    const value = `gid://shopify/Order/${linkedNumber(args.request)}`;
    return redirect(`/orderReturns?${new URLSearchParams({ value })}`);
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Makes this a page, whose refusals are shown in the frame. It is never rendered itself. */
export default function Redirect() {
  return null;
}
