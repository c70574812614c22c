import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { eventsFunction } from "../function";
import { checkInTexts, readCheckInPage } from "../page.server";
import { CheckInPage } from "../ui/CheckInPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(eventsFunction, ({ calls }, args) =>
  readCheckInPage(new URL(args.request.url), Number(args.params.id), calls),
);

export const action = callsAction(eventsFunction, checkInTexts);

/** An event's check-in list: who is expected, and who came. */
export default function CheckIn() {
  return <CheckInPage {...useLoaderData<typeof loader>()} />;
}
