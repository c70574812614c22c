import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { orderReturnsFunction } from "../function";
import { readReturnsPage, returnTexts } from "../page.server";
import { ReturnsPage } from "../ui/ReturnsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, orderReturnsFunction, ({ calls }) =>
    readReturnsPage(new URL(args.request.url), calls.orderReturns),
  );

export const action = (args: ActionFunctionArgs) => answerCalls(args, orderReturnsFunction, returnTexts);

/** The Returns screen. */
export default function OrderReturns() {
  return <ReturnsPage {...useLoaderData<typeof loader>()} />;
}
