/** The links that the app adds to the Shopify admin's own pages (`extensions/admin-links`). */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openAdmin, openStorePage, waitForHydration } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { pageHtml } from "../support/page-html.ts";
import { findStoreVariant, placeFulfilledOrder, registerStudent } from "../support/store-shop.ts";

/** Opens a page of the store's own admin as the account owner. */
async function openInAdmin(path: string): Promise<Page> {
  const { page } = await openStorePage(`/store/backroom-demo${path}?administrator=1`, {
    width: 1280,
    height: 800,
  });
  return page;
}

/** Follows a link to the app. @returns its frame */
async function follow(page: Page, link: string) {
  await page.getByRole("link", { name: link }).click();
  await waitForHydration(page);
  return page.frameLocator("iframe");
}

/** The page of the app that a link opens, as its server renders it. */
async function linkedHtml(page: Page, link: string): Promise<string> {
  const href = (await page.getByRole("link", { name: link }).getAttribute("href")) ?? "";
  const [, path = ""] = /\/apps\/backroom(\/.*)$/.exec(href) ?? [];
  return pageHtml(path, "1");
}

test("a customer's page in the admin opens their card", async () => {
  const mia = await registerStudent("Mia");
  const app = await follow(await openInAdmin(`/customers/${mia.id}`), "Open in Backroom");
  await app.getByRole("heading", { name: mia.name }).waitFor();
});

test("an order's page in the admin opens its returns", async () => {
  const { sku } = await findStoreVariant();
  const order = await placeFulfilledOrder([{ sku, quantity: 1 }]);
  const page = await openInAdmin(`/orders/${order.id}`);
  const hasOrder = async () => {
    const html = await linkedHtml(page, "Return items in Backroom");
    return html.includes(">FULFILLED<") && html.includes(`value="${order.name}"`);
  };
  await expect.poll(hasOrder, { timeout: withMachineFactor(20_000) }).toBe(true);
});

test("a product's page in the admin opens its media list", async () => {
  const { productId } = await findStoreVariant();
  const page = await openInAdmin(`/products/${productId}`);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const handle = await page.locator("dt:text-is('Handle') + dd").innerText();
  const app = await follow(page, "Edit media list in Backroom");
  await app.getByRole("heading", { level: 2, name: title }).waitFor();
  // The search has what people know, not an id.
  expect(await app.getByPlaceholder("SKU, handle or id").inputValue()).toBe(handle);
});

test.each(["/customers", "/orderReturns/order", "/productMedia/product"])(
  "the link to %s is refused without the function's grant",
  async (path) => {
    expect(await pageHtml(`${path}?id=1`, "3")).toContain(">You are unauthorized.<");
  },
);

test("Clear leads from the link to an order that no longer exists to the open returns", async () => {
  const { app } = await openAdmin({ path: "/orderReturns/order?id=999999999" });
  await app.getByText("This order no longer exists. Search by its number.").waitFor();
  await app.getByRole("button", { name: "Clear" }).click();
  await app.getByText("This order no longer exists. Search by its number.").waitFor({ state: "hidden" });
  await app.getByRole("heading", { name: "Open returns" }).waitFor();
});

test("an address without an id says where to open it", async () => {
  const html = await pageHtml("/customers", "1");
  expect(html).toContain("This address has no id. Open it from a page of the Shopify admin.");
});
