// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import { it } from "vitest";
import { AccountHistory } from "~/functions/credits/ui/AccountHistory";
import { cents } from "~/platform/money/cents";
import { TimeZoneProvider } from "~/ui/frame";
import { Moment } from "~/ui/Moment";
import { renderConsole } from "./render-console";

const AT = "2026-03-02T02:30:00.000Z";

const account = {
  customerId: "7",
  name: "Ann Lee",
  email: null,
  balanceCents: cents(500),
  heldCents: cents(0),
  shopifyBalanceCents: cents(500),
  comparedAt: AT,
  lines: [
    {
      id: "1",
      at: AT,
      type: "Credit",
      amountCents: cents(500),
      reference: "Bonus",
      by: "Olive Owner",
      state: "CONFIRMED",
      problem: null,
      balanceCents: cents(500),
      shopifyBalanceCents: cents(500),
      transactionId: null,
    },
  ],
} as const;

it("a screen with a time zone of its own shows all times in it and names it, beside screens in the shop's zone", () => {
  renderConsole([
    {
      path: "/",
      element: (
        <>
          <TimeZoneProvider timeZone="UTC">
            <AccountHistory account={account} />
          </TimeZoneProvider>
          <p>
            Elsewhere: <Moment at={AT} time />
          </p>
        </>
      ),
    },
  ]);
  screen.getByText("Date (UTC)");
  screen.getByText(/Shopify: \$5\.00, as of/);
  // In a sentence with the zone's name, in the column below its heading.
  screen.getByText("03/02/2026 2:30 AM UTC");
  screen.getByText("03/02/2026 2:30 AM");
  screen.getByText("03/01/2026 9:30 PM");
});
