import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerPriceSpiderForm } from "../form.server";
import { priceSpiderFunction } from "../function";
import { readPriceSpiderPage } from "../page-data.server";
import { PriceSpiderPage } from "../ui/PriceSpiderPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, priceSpiderFunction, ({ calls }) => readPriceSpiderPage(args.request, calls.priceSpider));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, priceSpiderFunction, async ({ calls }) =>
    answerPriceSpiderForm(calls.priceSpider, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The PriceSpider page. */
export default function PriceSpider() {
  return <PriceSpiderPage {...useLoaderData<typeof loader>()} />;
}
