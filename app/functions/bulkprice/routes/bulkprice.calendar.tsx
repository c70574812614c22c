import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { bulkPriceFunction } from "../function";
import { priceTexts, readPriceCalendarPage } from "../page.server";
import { PriceCalendarPage } from "../ui/PriceCalendarPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bulkPriceFunction, ({ calls }) =>
    readPriceCalendarPage(new URL(args.request.url), calls.bulkPrice),
  );

export const action = (args: ActionFunctionArgs) => answerCalls(args, bulkPriceFunction, priceTexts);

/** What is due in a month. */
export default function PriceCalendar() {
  return <PriceCalendarPage {...useLoaderData<typeof loader>()} />;
}
