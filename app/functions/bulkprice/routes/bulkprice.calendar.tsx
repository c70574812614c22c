import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerPriceForm } from "../form.server";
import { bulkPriceFunction } from "../function";
import { PriceCalendarPage } from "../ui/PriceCalendarPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bulkPriceFunction, async ({ calls }) => {
    const month = new URL(args.request.url).searchParams.get("month") ?? undefined;
    return { calendar: await calls.bulkPrice.calendar({ month }) };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, bulkPriceFunction, async ({ calls }) =>
    answerPriceForm(calls.bulkPrice, await args.request.formData()),
  );

/** What is due in a month. */
export default function PriceCalendar() {
  return <PriceCalendarPage {...useLoaderData<typeof loader>()} />;
}
