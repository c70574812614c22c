import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { orderReturnsFunction } from "../function";
import { readReturnsPage, returnTexts } from "../page.server";
import { ReturnsPage } from "../ui/ReturnsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(orderReturnsFunction, ({ calls }, args) =>
  readReturnsPage(new URL(args.request.url), calls.orderReturns),
);

export const action = callsAction(orderReturnsFunction, returnTexts);

/** The Returns screen. */
export default function OrderReturns() {
  return <ReturnsPage {...useLoaderData<typeof loader>()} />;
}
