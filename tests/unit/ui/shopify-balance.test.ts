import { expect, test } from "vitest";
import { latestShopifyBalance } from "~/functions/credits/ui/shopify-balance";
import { cents } from "~/platform/money/cents";

const COMPARED = { shopifyBalanceCents: cents(29_000), comparedAt: "2026-11-21T15:16:00.000Z" };
const line = (at: string, shopifyBalanceCents: number | null) => ({
  at,
  balanceCents: cents(6_250),
  shopifyBalanceCents: shopifyBalanceCents === null ? null : cents(shopifyBalanceCents),
});
const SINCE = "2026-11-21T15:20:00.000Z";

test("what Shopify answered to a posting made since the comparison is newer than the comparison", () => {
  expect(latestShopifyBalance({ ...COMPARED, lines: [line(SINCE, 6_250)] })).toEqual({
    cents: 6_250,
    at: SINCE,
  });
});

test("a comparison after the latest posting is what counts, also when it differs", () => {
  const lines = [line("2026-11-20T00:00:00.000Z", 6_250)];
  expect(latestShopifyBalance({ ...COMPARED, lines })).toEqual({ cents: 29_000, at: COMPARED.comparedAt });
});

test("an old comparison says nothing about a balance that has moved since, and none says nothing at all", () => {
  expect(latestShopifyBalance({ ...COMPARED, lines: [line(SINCE, null)] })).toBeNull();
  expect(latestShopifyBalance({ shopifyBalanceCents: null, comparedAt: null, lines: [] })).toBeNull();
});

test("a posting that is on its way moves nothing yet", () => {
  const open = { at: SINCE, balanceCents: null, shopifyBalanceCents: null };
  expect(latestShopifyBalance({ ...COMPARED, lines: [open] })).toEqual({
    cents: 29_000,
    at: COMPARED.comparedAt,
  });
});
