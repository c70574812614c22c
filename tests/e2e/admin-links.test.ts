/** The links that the app adds to the Shopify admin's own pages (`extensions/admin-links`). */
import { expect, test } from "vitest";
import { backroom } from "../support/backroom.ts";
import { type AdminPage, openAdmin, waitForHydration } from "../support/browser.ts";
import { findStoreVariant, placeFulfilledOrder, registerStudent } from "../support/store-shop.ts";

/** Opens a page of the store's own admin. */
async function openStorePage(path: string): Promise<AdminPage> {
  const admin = await openAdmin();
  await admin.page.goto(new URL(`/store/backroom-demo${path}`, backroom().localStoreUrl).href);
  return admin;
}

async function follow(admin: AdminPage, link: string): Promise<AdminPage> {
  await admin.page.getByRole("link", { name: link }).click();
  await waitForHydration(admin.page);
  return admin;
}

test("a customer's page in the admin opens their card", async () => {
  const mia = await registerStudent("Mia");
  const { app } = await follow(await openStorePage(`/customers/${mia.id}`), "Open in Backroom");
  await app.getByRole("heading", { name: mia.name }).waitFor();
});

test("an order's page in the admin opens its returns", async () => {
  const { sku } = await findStoreVariant();
  const order = await placeFulfilledOrder([{ sku, quantity: 1 }]);
  const { app } = await follow(await openStorePage(`/orders/${order.id}`), "Return items in Backroom");
  await app.getByRole("table", { name: "order details" }).getByText("FULFILLED", { exact: true }).waitFor();
  expect(await app.getByLabel("Order number").inputValue()).toBe(order.name);
});

test("a product's page in the admin opens its media list", async () => {
  const { productId } = await findStoreVariant();
  const admin = await openStorePage(`/products/${productId}`);
  const title = await admin.page.getByRole("heading", { level: 1 }).innerText();
  const handle = await admin.page.locator("dt:text-is('Handle') + dd").innerText();
  const { app } = await follow(admin, "Edit media list in Backroom");
  await app.getByRole("heading", { level: 2, name: title }).waitFor();
  // The search has what people know, not an id.
  expect(await app.getByPlaceholder("SKU, handle or id").inputValue()).toBe(handle);
});

test.each(["/customers", "/orderReturns/order", "/productMedia/product"])(
  "the link to %s is refused without the function's grant",
  async (path) => {
    const { app } = await openAdmin({ administrator: "3", path: `${path}?id=1` });
    await app.getByText("You are unauthorized.").waitFor();
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
  const { app, allow } = await openAdmin({ path: "/customers" });
  allow(/404/);
  await app.getByText("This address has no id. Open it from a page of the Shopify admin.").waitFor();
});
