/**
 * Returns: an order is found by its customer, and a return that is too heavy for a package is split. One of its packages is received unit by
 * unit and refunded to store credit, and the timeline tells it.
 */
import { expect, test } from "vitest";
import { namelessControls } from "../support/accessibility.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { findStoreVariant, placeFulfilledOrder, setStoreWeight } from "../support/store-shop.ts";

/** 30 lb: two units are a package, and four are too heavy for one. */
const GRAMS = 13_608;

test("a return of 120 lb is split into two, one is received good and damaged and refunded to store credit, and the timeline has both", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const { sku } = await findStoreVariant();
  // Other files return this product, too. An order keeps the weight of its day.
  const before = await setStoreWeight(sku, GRAMS);
  const order = await placeFulfilledOrder([{ sku, quantity: 4 }]);
  await setStoreWeight(sku, before);
  const { app } = await openAdmin({ path: "/orderReturns" });
  // It is found by its customer, as soon as the mirror has it.
  const link = app.getByRole("table", { name: "found orders" }).getByRole("link", { name: order.name });
  await app.getByLabel("Order number").fill(order.customerEmail);
  const search = async () => {
    await app.getByRole("button", { name: "Search", exact: true }).click();
    await app
      .getByRole("heading", { name: "Orders", exact: true })
      .or(app.getByText("No customer with an order"))
      .first()
      .waitFor();
    return link.isVisible();
  };
  await expect.poll(search, { timeout: withMachineFactor(20_000) }).toBe(true);
  await link.click();

  await app.getByRole("button", { name: "Create Return" }).click();
  const dialog = app.getByRole("dialog", { name: `Create Return of ${order.name}` });
  const quantity = dialog.getByRole("spinbutton", { name: /^Quantity of/ });
  await quantity.fill("4");
  await dialog.getByText("120.00 of 70 lb").waitFor();
  await dialog.getByText("Split it into 2 returns, each with a label of its own").waitFor();
  const packages = dialog.getByRole("listitem").filter({ hasText: "2 × " });
  expect(await packages.count()).toBe(2);
  expect(await packages.first().innerText()).toContain("(60.00 lb)");
  await dialog.getByRole("button", { name: "Enter package 1" }).click();
  await dialog.getByText("Package 1 of 2. The next one is entered when this one is created.").waitFor();
  expect(await quantity.inputValue()).toBe("2");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.getByText("Package 2 of 2. It is the last one.").waitFor();
  expect(await quantity.inputValue()).toBe("2");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.waitFor({ state: "detached" });

  const returns = app.getByRole("table", { name: "returns" });
  await expect.poll(() => returns.locator("tbody").getByRole("row").count()).toBe(2);
  const [first, second] = [`${order.name}-R1`, `${order.name}-R2`];
  await app.getByRole("button", { name: `More actions for ${second}` }).waitFor();
  await app.getByRole("button", { name: `More actions for ${first}` }).click();
  await app.getByRole("menuitem", { name: `Receive items of ${first}` }).click();
  const receive = app.getByRole("dialog");
  await receive.getByRole("button", { name: /^Some units differ/ }).click();
  await receive
    .getByRole("combobox", { name: /^Disposition of units 2/ })
    .selectOption({ label: "Don’t restock" });
  await receive.getByText("1 unit as above").waitFor();
  await receive.getByText(/to the store credit of/).click();
  expect(await namelessControls(app)).toEqual([]);
  await receive.getByRole("button", { name: /^Receive and refund \$/ }).click();
  await receive.waitFor({ state: "detached" });
  await returns.getByText("PAID").waitFor();
  await returns.getByText(/ to store credit$/).waitFor();
  await returns.getByText(/^Received, 1 restocked, 1 not restocked/).waitFor();

  const timeline = app.getByRole("list").filter({ hasText: "bought the label" });
  const events = await timeline.getByRole("listitem").allInnerTexts();
  const places = [
    events.findIndex((text) =>
      /received the items \(1 restocked, 1 not restocked\), for a refund of \$\S+ to store credit/.test(text),
    ),
    events.findIndex((text) => text.includes(`for 2 units (${second})`)),
    events.findIndex((text) => text.includes(`for 2 units (${first})`)),
  ];
  // The latest first.
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(events.filter((text) => text.includes("created the return in Shopify"))).toHaveLength(2);
});
