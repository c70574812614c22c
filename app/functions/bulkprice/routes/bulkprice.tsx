import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { bulkPriceFunction } from "../function";
import { priceTexts, readBulkPricePage } from "../page.server";
import { BulkPricePage } from "../ui/BulkPricePage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bulkPriceFunction, ({ calls }) =>
    readBulkPricePage(new URL(args.request.url), calls.bulkPrice),
  );

export const action = (args: ActionFunctionArgs) => answerCalls(args, bulkPriceFunction, priceTexts);

/** The screen Import Price. */
export default function BulkPrice() {
  return <BulkPricePage {...useLoaderData<typeof loader>()} />;
}
