import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerPriceSpiderForm } from "../form.server";
import { priceSpiderFunction } from "../function";
import { readPriceSpiderPage } from "../page-data.server";
import { PriceSpiderPage } from "../ui/PriceSpiderPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, priceSpiderFunction, ({ calls }) => readPriceSpiderPage(args.request, calls.priceSpider));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, priceSpiderFunction, async ({ calls }) =>
    answerPriceSpiderForm(calls.priceSpider, await args.request.formData()),
  );

/** The PriceSpider page. */
export default function PriceSpider() {
  return <PriceSpiderPage {...useLoaderData<typeof loader>()} />;
}
