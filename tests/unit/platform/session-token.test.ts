import { afterEach, expect, test, vi } from "vitest";
import { verifySessionToken } from "~/platform/auth/session-token.server";
import { application } from "../../../local-store/config.ts";
import { mintSessionToken } from "../../../local-store/http/session-token.ts";

afterEach(() => void vi.useRealTimers());

const NOW = new Date("2026-11-23T08:00:00Z");

const mint = (administratorId: string, apiSecret: string = application.apiSecret) =>
  mintSessionToken({
    shopDomain: "shop.myshopify.com",
    administratorId,
    apiKey: application.apiKey,
    apiSecret,
    now: NOW,
    lifetimeSeconds: 60,
  });

test("a token that was found valid is refused once it has expired", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const token = mint("7");
  const subject = { shop: "shop.myshopify.com", administratorId: "7" };
  expect(await verifySessionToken(token)).toEqual(subject);
  vi.setSystemTime(+NOW + 59_000);
  expect(await verifySessionToken(token)).toEqual(subject);
  // Shopify's library accepts a token for ten more seconds, for clocks that differ.
  vi.setSystemTime(+NOW + 71_000);
  expect(await verifySessionToken(token)).toBeNull();
});

test("a forged token is refused also after a valid one of the same person", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const token = mint("8");
  expect(await verifySessionToken(token)).not.toBeNull();
  expect(await verifySessionToken(mint("8", "another secret"))).toBeNull();
  expect(await verifySessionToken(`${token.slice(0, -2)}AA`)).toBeNull();
});

test("a valid token is found again among more than are kept", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const first = mint("1");
  for (const token of [first, ...Array.from({ length: 1_100 }, (_, index) => mint(String(index + 2)))])
    expect(await verifySessionToken(token)).not.toBeNull();
  expect(await verifySessionToken(first)).toMatchObject({ administratorId: "1" });
});
