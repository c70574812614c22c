import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { bulkPriceFunction } from "../function";
import { priceTexts, readPriceCalendarPage } from "../page.server";
import { PriceCalendarPage } from "../ui/PriceCalendarPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(bulkPriceFunction, ({ calls }, args) =>
  readPriceCalendarPage(new URL(args.request.url), calls.bulkPrice),
);

export const action = callsAction(bulkPriceFunction, priceTexts);

/** What is due in a month. */
export default function PriceCalendar() {
  return <PriceCalendarPage {...useLoaderData<typeof loader>()} />;
}
