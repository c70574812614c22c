import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { TimeZoneProvider } from "~/ui/frame";
import { creditsFunction } from "../function";
import { creditTexts, readCreditsPage } from "../page.server";
import { ManageCredits } from "../ui/ManageCredits";
import { Transactions } from "../ui/Transactions";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(creditsFunction, async ({ calls }, args) => {
  const page = await readCreditsPage(args.request, calls.credits);
  return data(page.data, { headers: page.headers });
});

export const action = callsAction(creditsFunction, creditTexts);

/** The Credits page. */
export default function Credits() {
  const page = useLoaderData<typeof loader>();
  return (
    <TimeZoneProvider timeZone="UTC">
      {page.tab === "transactions" ? <Transactions {...page} /> : <ManageCredits {...page} />}
    </TimeZoneProvider>
  );
}
