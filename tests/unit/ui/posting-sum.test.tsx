// @vitest-environment jsdom
import "./browser";
import { AppProvider } from "@shopify/polaris";
import translations from "@shopify/polaris/locales/en.json";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { amountProblem, PostingSum } from "~/functions/credits/ui/Panel";
import { cents } from "~/platform/money/cents";
import { FrameProvider } from "~/ui/frame";

afterEach(cleanup);

it.each([
  [
    "JPY",
    "1250",
    5_000,
    "¥1,250 × 3 customers = ¥3,750. Owed to all customers: ¥5,000 now, ¥8,750 afterward.",
  ],
  [
    "USD",
    "12.50",
    10_000,
    "$12.50 × 3 customers = $37.50. Owed to all customers: $100.00 now, $137.50 afterward.",
  ],
  [
    "KWD",
    "12.345",
    10_000,
    "KWD 12.345 × 3 customers = KWD 37.035. Owed to all customers: KWD 10.000 now, KWD 47.035 afterward.",
  ],
])(
  "what a request amounts to in %s is shown with the currency's decimals",
  (currency, amount, owed, text) => {
    const frame = {
      shop: { domain: "test.myshopify.com", name: "Test", timeZone: "UTC", currency },
      administrator: { id: "1", name: "Olive Owner", isOwner: true },
    };
    render(
      <AppProvider i18n={translations}>
        <FrameProvider frame={frame}>
          <PostingSum intent="issue" amount={amount} customers={3} owedCents={cents(owed)} />
        </FrameProvider>
      </AppProvider>,
    );
    expect(screen.getByText(/Owed/).textContent?.replaceAll("\u00a0", " ")).toBe(text);
  },
);

it.each(["JPY", "USD", "KWD"])(
  "the example beside an amount of %s that isn't valid is one that is taken",
  (currency) => {
    const [, example = ""] = /such as ([\d.]+)\.$/.exec(amountProblem("x", currency) ?? "") ?? [];
    expect(amountProblem(example, currency)).toBeUndefined();
  },
);

it("an amount with more decimals than the currency has, or above Shopify's limit, is refused while it is typed", () => {
  expect(amountProblem("12.5", "JPY")).toMatch(/^Enter an amount above 0/);
  expect(amountProblem("12.345", "USD")).toMatch(/^Enter an amount above 0/);
  expect(amountProblem("12.3456", "KWD")).toMatch(/^Enter an amount above 0/);
  expect(amountProblem("12.345", "KWD")).toBeUndefined();
  expect(amountProblem("15000.01", "USD")).toBe(
    "Enter at most $15,000.00, which is Shopify's limit for one customer.",
  );
  expect(amountProblem("15000", "USD")).toBeUndefined();
});
