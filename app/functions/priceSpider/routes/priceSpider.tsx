import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { priceSpiderFunction } from "../function";
import { priceSpiderTexts, readPriceSpiderPage } from "../page.server";
import { PriceSpiderPage } from "../ui/PriceSpiderPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, priceSpiderFunction, ({ calls }) => readPriceSpiderPage(args.request, calls.priceSpider));

export const action = (args: ActionFunctionArgs) => answerCalls(args, priceSpiderFunction, priceSpiderTexts);

/** The PriceSpider page. */
export default function PriceSpider() {
  return <PriceSpiderPage {...useLoaderData<typeof loader>()} />;
}
