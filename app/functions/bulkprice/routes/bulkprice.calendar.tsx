import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerPriceForm } from "../form.server";
import { bulkPriceFunction } from "../function";
import { PriceCalendarPage } from "../ui/PriceCalendarPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bulkPriceFunction, async ({ calls }) => {
    const month = new URL(args.request.url).searchParams.get("month") ?? undefined;
    return { calendar: await calls.bulkPrice.calendar({ month }) };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, bulkPriceFunction, async ({ calls }) =>
    answerPriceForm(calls.bulkPrice, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** What is due in a month. */
export default function PriceCalendar() {
  return <PriceCalendarPage {...useLoaderData<typeof loader>()} />;
}
