import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { appAddress } from "~/platform/app-address.server";
import {
  hashOf,
  linkIdOf,
  PERSONAL_LINK,
  storefrontUrl,
  tokenOf,
  withPersonalLink,
} from "~/platform/personal-link.server";
import { signatureOf } from "~/platform/secrets/secrets.server";

const SHOP = "backroom-demo.myshopify.com";
const LINK = "5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f";

beforeEach(() => {
  vi.stubEnv("BACKROOM_SECRET_KEY", "a key of this test");
});
afterEach(() => vi.unstubAllEnvs());

test("a token identifies its link, in its shop only", () => {
  const token = tokenOf(SHOP, LINK);
  expect(token).toMatch(/^[\w.-]{53}$/);
  expect(linkIdOf(SHOP, token)).toBe(LINK);
  expect(linkIdOf("backroom-second.myshopify.com", token)).toBeNull();
});

test("any altered character is refused", () => {
  const token = tokenOf(SHOP, LINK);
  for (let index = 0; index < token.length; index += 1) {
    const altered = `${token.slice(0, index)}${token[index] === "a" ? "b" : "a"}${token.slice(index + 1)}`;
    expect(linkIdOf(SHOP, altered), altered).toBeNull();
  }
});

test.each([
  ["nothing", () => ""],
  ["the placeholder of the mail", () => PERSONAL_LINK],
  ["the link's id alone", () => LINK],
  ["a token that goes on", () => `${tokenOf(SHOP, LINK)}a`],
  ["a mark made for another purpose", () => `${LINK}.${signatureOf("cursor", JSON.stringify([SHOP, LINK]))}`],
  ["a token made with another key", () => tokenOf(SHOP, LINK)],
])("%s is refused", (what, token) => {
  const made = token();
  if (what.includes("another key")) vi.stubEnv("BACKROOM_SECRET_KEY", "another key");
  expect(linkIdOf(SHOP, made)).toBeNull();
});

test("a token's hash is stable and doesn't contain it", () => {
  const token = tokenOf(SHOP, LINK);
  expect(hashOf(token)).toBe(hashOf(token));
  expect(hashOf(token)).toMatch(/^[\da-f]{64}$/);
  expect(hashOf(`${token}a`)).not.toBe(hashOf(token));
});

test("a mail gets the working address at each placeholder, and only with a link", () => {
  const mail = `<a href="https://x.example/${PERSONAL_LINK}">https://x.example/${PERSONAL_LINK}</a>`;
  const token = tokenOf(SHOP, LINK);
  expect(withPersonalLink(mail, { shop: SHOP, linkId: LINK })).toBe(
    `<a href="https://x.example/${token}">https://x.example/${token}</a>`,
  );
  expect(withPersonalLink(mail, { shop: SHOP, linkId: null })).toBe(mail);
});

test("storefront and admin addresses are the shop's, and the local store's with its API key only", () => {
  vi.stubEnv("LOCAL_STORE_URL", "http://localhost:3100");
  vi.stubEnv("SHOPIFY_API_KEY", "a-real-key");
  expect(appAddress("shop.myshopify.com", "/credits")).toBe(
    "https://admin.shopify.com/store/shop/apps/a-real-key/credits",
  );
  expect(storefrontUrl(SHOP, "invitation/x")).toBe(`https://${SHOP}/apps/backroom/invitation/x/`);
  vi.stubEnv("SHOPIFY_API_KEY", "backroom-local");
  expect(storefrontUrl(SHOP, "invitation/x")).toBe(
    `http://localhost:3100/storefront/${SHOP}/apps/backroom/invitation/x/`,
  );
});
