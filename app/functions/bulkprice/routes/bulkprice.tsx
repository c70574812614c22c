import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { readListState } from "~/platform/list";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerPriceForm } from "../form.server";
import { bulkPriceFunction } from "../function";
import { priceSchedulesList } from "../list";
import { BulkPricePage } from "../ui/BulkPricePage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bulkPriceFunction, async ({ calls }) => {
    const state = readListState(new URL(args.request.url), priceSchedulesList);
    const { search, sort, direction, cursor } = state;
    return { state, result: await calls.bulkPrice.page({ search, sort, direction, last_id: cursor }) };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, bulkPriceFunction, async ({ calls }) =>
    answerPriceForm(calls.bulkPrice, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The screen Import Price. */
export default function BulkPrice() {
  return <BulkPricePage {...useLoaderData<typeof loader>()} />;
}
