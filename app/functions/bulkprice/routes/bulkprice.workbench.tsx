import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { bulkPriceFunction } from "../function";
import { priceTexts, readWorkbench } from "../page.server";
import { WorkbenchPage } from "../ui/WorkbenchPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bulkPriceFunction, ({ calls, shop }) =>
    readWorkbench(new URL(args.request.url), calls.priceWorkbench, shop.currency),
  );

export const action = (args: ActionFunctionArgs) => answerCalls(args, bulkPriceFunction, priceTexts);

/** Choose products, apply a rule to their prices, and schedule them. */
export default function PriceWorkbench() {
  return <WorkbenchPage {...useLoaderData<typeof loader>()} />;
}
