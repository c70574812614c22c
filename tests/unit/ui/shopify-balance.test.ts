import { expect, test } from "vitest";
import { latestShopifyBalance } from "~/functions/credits/ui/AccountHistory";
import { cents } from "~/platform/money/cents";

const COMPARED = { shopifyBalanceCents: cents(29_000), comparedAt: "2026-11-21T15:16:00.000Z" };
const line = (at: string, shopifyBalanceCents: number | null) => ({
  at,
  balanceCents: cents(6_250),
  shopifyBalanceCents: shopifyBalanceCents === null ? null : cents(shopifyBalanceCents),
});
const SINCE = "2026-11-21T15:20:00.000Z";

test("Shopify's response to a later posting is newer than the reconciliation", () => {
  expect(latestShopifyBalance({ ...COMPARED, lines: [line(SINCE, 6_250)] })).toEqual({
    cents: 6_250,
    at: SINCE,
  });
});

test("a reconciliation after the latest posting counts, even if it differs", () => {
  const lines = [line("2026-11-20T00:00:00.000Z", 6_250)];
  expect(latestShopifyBalance({ ...COMPARED, lines })).toEqual({ cents: 29_000, at: COMPARED.comparedAt });
});

test("an outdated or missing reconciliation shows no balance", () => {
  expect(latestShopifyBalance({ ...COMPARED, lines: [line(SINCE, null)] })).toBeNull();
  expect(latestShopifyBalance({ shopifyBalanceCents: null, comparedAt: null, lines: [] })).toBeNull();
});

test("a pending posting doesn't change the balance", () => {
  const open = { at: SINCE, balanceCents: null, shopifyBalanceCents: null };
  expect(latestShopifyBalance({ ...COMPARED, lines: [open] })).toEqual({
    cents: 29_000,
    at: COMPARED.comparedAt,
  });
});
