/** Returns: a part of an order is returned with a label, followed by its customer, and seen as paid after its refund in the store. */
import fs from "node:fs";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { namelessControls, storefrontProblems } from "../support/accessibility.ts";
import { openAdmin, SMALL_PHONE, signInToStore } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { REQUEST_LINK, waitForMailOf } from "../support/store-mail.ts";
import {
  findStoreVariant,
  placeFulfilledOrder,
  refundReturn,
  type StoreOrder,
} from "../support/store-shop.ts";

/** The customer, signed in, follows the return and gets its label. A link shows neither the label nor an address. */
async function followReturn(visitor: Page, { name, customerEmail }: StoreOrder): Promise<void> {
  const title = `Return of order ${name}`;
  await visitor.setViewportSize(SMALL_PHONE);
  await signInToStore(visitor, customerEmail);
  await visitor.getByRole("link", { name: `Open: ${title}` }).click();
  await visitor.getByText("Waiting for your package").waitFor();
  await visitor.getByRole("link", { name: /^1Z/ }).waitFor();
  expect(await storefrontProblems(visitor)).toEqual([]);
  const [label] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("link", { name: "Download the label" }).click(),
  ]);
  expect(
    fs
      .readFileSync(await label.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await visitor.getByRole("button", { name: "Email me the label" }).click();
  await visitor.getByText("The label is on its way to the email address of your order.").waitFor();

  await signInToStore(visitor, null);
  const link = await waitForMailOf(customerEmail, `The label for your return of order ${name}`, REQUEST_LINK);
  await visitor.goto(link);
  await visitor.getByText("Waiting for your package").waitFor();
  await visitor.getByRole("button", { name: "Email me the label" }).waitFor();
  expect(await visitor.getByRole("link", { name: "Download the label" }).count()).toBe(0);
  expect(await visitor.locator("main").innerText()).not.toMatch(/Main St|@/);
  expect((await visitor.request.get(`${link}download/`)).status()).toBe(404);
}

test("a part of an order is returned with a label, and PAID after its refund in the store", async () => {
  const { sku } = await findStoreVariant();
  const order = await placeFulfilledOrder([{ sku, quantity: 3 }]);
  const { app, page } = await openAdmin({ path: "/orderReturns" });
  await app.getByLabel("Order number").fill(order.name);
  const details = app.getByRole("table", { name: "order details" });
  // A new order takes a moment to reach Shopify's search and the mirror.
  const found = details.getByText("FULFILLED", { exact: true });
  await expect
    .poll(
      async () => {
        await app.getByRole("button", { name: "Search", exact: true }).click();
        await details
          .or(app.getByText(`There is no order ${order.name}`))
          .first()
          .waitFor();
        return found.isVisible();
      },
      { timeout: withMachineFactor(20_000) },
    )
    .toBe(true);
  await app.getByText("No Records Found").waitFor();

  await app.getByRole("button", { name: "Create Return" }).click();
  const dialog = app.getByRole("dialog", { name: `Create Return of ${order.name}` });
  const quantity = dialog.getByRole("spinbutton");
  // The gift tag isn't offered.
  await expect.poll(() => quantity.count()).toBe(1);
  const submit = dialog.getByRole("button", { name: "Submit" });
  await quantity.fill("2");
  await dialog.getByLabel("Restocking fee").fill("101");
  await dialog.getByText("Enter a percentage from 0 to 100.").waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel("Restocking fee").fill("");
  await dialog.getByRole("combobox").selectOption({ label: "Damaged or defective" });
  await dialog.getByLabel("Edit Shipping Address").check();
  await dialog.getByLabel("ZIP code").fill("97202-1234");
  expect(await namelessControls(app)).toEqual([]);
  await submit.click();
  await dialog.waitFor({ state: "detached" });

  const row = app.getByRole("table", { name: "returns" }).getByRole("row").nth(1);
  await row.getByText("PENDING").waitFor();
  await row.getByText("Edited").waitFor();
  await row.getByRole("link", { name: /^1Z/ }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: `Download label of ${order.name}-R1` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`Return label ${order.name}-R1.pdf`);
  const label = await PDFDocument.load(fs.readFileSync(await download.path()));
  expect(label.getPage(0).getSize()).toEqual({ width: 288, height: 432 });

  const visitor = await page.context().newPage();
  await followReturn(visitor, order);
  await page.bringToFront();

  await refundReturn(order.id);
  // The page shows it without another search.
  await row.getByText("PAID").waitFor();
  await visitor.reload();
  await visitor.getByText(/^Refunded, since/).waitFor();
});
