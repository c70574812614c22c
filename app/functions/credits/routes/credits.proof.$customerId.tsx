import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { TimeZoneProvider } from "~/ui/frame";
import { creditsFunction } from "../function";
import { AccountHistory } from "../ui/AccountHistory";

export const loader = pageLoader(creditsFunction, async ({ calls }, args) => {
  const { customerId = "" } = args.params;
  await calls.credits.refresh({ id: customerId });
  return { account: await calls.ledgerProof.account({ customerId: Number(customerId) }) };
});

/** A customer's credit history, beside Shopify's balance. */
export default function Account() {
  return (
    <TimeZoneProvider timeZone="UTC">
      <AccountHistory {...useLoaderData<typeof loader>()} />
    </TimeZoneProvider>
  );
}
