/** Coupons: a file is uploaded to a pool, a paid order gets a code by email, and the order that redeems it is shown. */
import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { waitForStudent } from "../support/api.ts";
import { chooseInRowMenu, openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { waitForMail } from "../support/store-mail.ts";
import { addTag, placeStoreOrder, registerStudent } from "../support/store-shop.ts";

test("codes are uploaded, assigned to a paid order, emailed, and redeemed", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const unique = Date.now().toString(36).toUpperCase();
  const [pool, first, second] = [`Thanks ${unique}`, `T1-${unique}`, `T2-${unique}`];
  const customer = await registerStudent("Cora");
  await waitForStudent(customer.email);
  // So that orders of other tests get no coupon.
  const tag = `coupon-${unique}`;
  await addTag(customer.id, tag);

  const { app, page } = await openAdmin({ path: "/coupons/pools" });
  await app.getByRole("link", { name: "New pool" }).click();
  await app.getByRole("heading", { name: "New pool" }).waitFor();
  await app.getByRole("textbox", { name: "Name" }).fill(pool);
  await app.getByRole("textbox", { name: "Percent off" }).fill("10");
  await app.getByRole("textbox", { name: "Tag" }).fill(tag);
  // A new pool sends no emails until it is turned on. The form says how many it would have sent.
  await app.getByRole("checkbox", { name: "Assign and email coupons to paid orders" }).check();
  await app.getByText(/^In the last 30 days, \d+ orders? would have got a coupon by email\./).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByRole("link", { name: `Coupons of ${pool}` }).click();
  await app.getByText("No Records Found").waitFor();

  const chooser = page.waitForEvent("filechooser");
  await app.getByRole("button", { name: "Upload file" }).click();
  const buffer = Buffer.from(`Coupon Code\n${first}\n${second}\n`);
  await (await chooser).setFiles({ name: "coupons.csv", mimeType: "text/csv", buffer });
  await app.getByRole("button", { name: "Check 2 rows" }).click();
  await app.getByRole("button", { name: "Import 2 rows" }).click();
  await app.getByRole("heading", { name: "The import is done" }).waitFor();
  await app
    .getByRole("button", { name: "See the coupons" })
    .or(app.getByRole("link", { name: "See the coupons" }))
    .click();
  const row = (code: string) => app.getByRole("row").filter({ hasText: code });
  await row(first).getByText("Not Used", { exact: true }).waitFor();
  expect(await app.getByRole("button", { name: `Resend ${first}` }).isDisabled()).toBe(true);

  const order = await placeStoreOrder(customer.id);
  // The page is updated automatically.
  await row(first).getByText("Used", { exact: true }).waitFor();
  await row(first).getByText(String(order), { exact: true }).waitFor();
  await row(first)
    .getByText(/^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/)
    .waitFor();
  expect(await waitForMail(customer.email, new RegExp(`10% off:\\s+${first}`))).toContain(first);
  await row(first).getByText("Sent", { exact: true }).waitFor();
  await app.getByText("Page 1 of 1").waitFor();

  await placeStoreOrder(customer.id, { discountCode: first.toLowerCase() });
  await row(first)
    .getByText(/^#\d+$/)
    .waitFor();
  await row(second).getByText("Used", { exact: true }).waitFor();
  await app.getByRole("button", { name: `Resend ${first}` }).click();
  await app.getByText("Email sent successfully.").waitFor();

  // The customer's coupon was used. The other one is deactivated, and activated again.
  await app.getByRole("button", { name: `Deactivate ${second}` }).click();
  await app.getByText(`The coupon ${second} is being deactivated.`, { exact: false }).waitFor();
  await row(second).getByText("Deactivated", { exact: true }).waitFor();
  expect(await app.getByRole("button", { name: `Resend ${second}` }).isDisabled()).toBe(true);
  await app.getByRole("button", { name: "Undo" }).click();
  await app.getByText(`The coupon ${second} is being activated.`, { exact: false }).waitFor();
  await app.getByRole("button", { name: `Deactivate ${second}` }).waitFor();

  const pools = { name: "Pools", exact: true };
  await app.getByRole("button", pools).or(app.getByRole("link", pools)).click();
  const counts = row(pool).getByRole("cell");
  await expect.poll(async () => (await counts.allTextContents()).join("|")).toMatch(/\|0\|2\|1\|/);

  // The discount is in Shopify. What Backroom does with its codes can still be changed.
  await app.getByRole("link", { name: pool, exact: true }).click();
  await app.getByRole("checkbox", { name: "Assign and email coupons to paid orders" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText(`The pool ${pool} is saved.`).waitFor();
  await row(pool).getByText("None", { exact: true }).waitFor();

  await chooseInRowMenu(app, pool, `Send test email to me: ${pool}`);
  await app.getByText("A test email is on its way to olivia@backroom-demo.example.").waitFor();
  await chooseInRowMenu(app, pool, `Archive ${pool}`);
  await app.getByText(`The pool ${pool} is archived.`, { exact: false }).waitFor();
  await app.getByRole("tab", { name: /^Archived pools/ }).click();
  await app.getByRole("button", { name: `Restore ${pool}` }).click();
  await app.getByText(`The pool ${pool} is restored.`).waitFor();
  await app
    .getByRole("tab", { name: /^Pools/ })
    .or(app.getByRole("link", { name: "Show pools" }))
    .first()
    .click();
  await row(pool)
    .getByRole("button", { name: `Generate codes of ${pool}` })
    .waitFor();
});
