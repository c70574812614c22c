/** Promotion review: from the receipt in the store to the delivered order, and the review by keyboard. */
import type { Page } from "playwright";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { addPromotion, addReason, addSubmission } from "../integration/promo/support.ts";
import { emptyFormProblems, storefrontProblems } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { backroom, inBackroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { createPromotion, type Receipt, receivesMail, skipReadings } from "../support/promotions.ts";
import { waitForMail } from "../support/store-mail.ts";
import { DEMO } from "../support/test-shop.ts";

beforeAll(skipReadings);

async function photo(): Promise<Receipt> {
  const background = "#d8d0c0";
  const picture = sharp({ create: { width: 600, height: 900, channels: 3, background } }).jpeg();
  return { name: "receipt.jpg", mimeType: "image/jpeg", buffer: await picture.toBuffer() };
}

/** A promotion's block in the theme, by the address of its form. */
const blockOf = (form: string): string => {
  const key = new URL(form).pathname.split("/").filter(Boolean).at(-1) ?? "";
  return `${backroom().localStoreUrl}/storefront/${DEMO}/pages/promotion?settings.key=${key}`;
};

/** Fills in and sends a promotion's form. @returns the submission's number, and its status page */
async function submitReceipt(visitor: Page, email: string, receipt: Receipt) {
  await visitor.getByText("The whole receipt, with the date.").waitFor();
  const texts = {
    Email: email,
    "Purchase Date": "2026-05-20",
    "Receipt ID": email,
    "First Name": "Ana",
    "Last Name": "Martin",
    Address: `${receipt.name} Street 1`,
    City: "Columbus",
    State: "OH",
    "Postal Code": "43004",
    "Model Number": "DC-100",
    "Purchasing Method": "In store",
    "State of Purchase": "Ohio",
  };
  for (const [label, text] of Object.entries(texts))
    await visitor.getByLabel(label, { exact: true }).fill(text);
  await visitor.getByLabel("Retailer").selectOption("Tool Depot");
  await visitor.getByLabel("Country").selectOption("United States");
  await visitor.getByLabel(/^Receipt \(/).setInputFiles(receipt);
  await visitor.getByRole("button", { name: "Submit" }).click();
  await visitor.getByRole("heading", { name: "Check your email" }).waitFor();
  await visitor.goto(await waitForMail(email, /https?:\S+\/confirm\/\S+/));
  await visitor.getByRole("button", { name: /^Confirm: Submission for/ }).click();
  await visitor.getByText("Thank you", { exact: true }).waitFor();
  await visitor.getByText("We hope that you like it.").waitFor();
  const number = /has the number (\d+)/.exec((await visitor.textContent("body")) ?? "")?.[1] ?? "";
  const status = await visitor.getByRole("link", { name: "See the status" }).getAttribute("href");
  return { number, status: status ?? "" };
}

/** Saves how long approvals can be undone. */
async function setUndoSeconds(undoSeconds: number): Promise<void> {
  const { settings } = (await callApi("1", "GET", "/promo/settings")).body;
  await callApi("1", "PUT", "/promo/settings", { ...settings, undoSeconds });
}

test("a receipt becomes an order of the store, which is followed until it is delivered", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const key = `r${Date.now().toString(36)}`;
  const form = await createPromotion(`Battery ${key}`);
  const { app, page } = await openAdmin({ path: `/promo?tab=AssignmentQueue&q=${key}` });
  await app.getByText("No Records Found").waitFor();
  const visitor = await page.context().newPage();
  const email = `photo.${key}@customers.example`;
  await visitor.goto(form);
  await visitor.getByRole("heading", { name: /^Get your / }).waitFor();
  expect(await emptyFormProblems(visitor, "Email")).toEqual([]);
  // On a phone, by the block in the theme. The promotion's own page is posted in promo-receipts.test.ts.
  await visitor.setViewportSize({ width: 320, height: 640 });
  await visitor.goto(blockOf(form));
  await visitor.getByLabel("Postal Code").waitFor();
  expect(await emptyFormProblems(visitor, "Postal Code")).toEqual([]);
  // What was typed survives a reload, and a picture is made smaller, as on the promotion's own page.
  await visitor.getByLabel("Postal Code").fill("43004");
  await visitor.reload();
  await expect.poll(() => visitor.getByLabel("Postal Code").inputValue()).toBe("43004");
  const upload = visitor.getByLabel(/^Receipt \(/);
  const large = sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: "#d8d0c0" } }).png();
  await upload.setInputFiles({ name: "large.png", mimeType: "image/png", buffer: await large.toBuffer() });
  await expect
    .poll(() => upload.evaluate((input: HTMLInputElement) => input.files?.[0]?.type))
    .toBe("image/jpeg");
  const submitted = await submitReceipt(visitor, email, await photo());

  await page.bringToFront();
  // The queue shows it without a reload.
  const row = app.getByRole("row").filter({ hasText: email });
  await row.waitFor();
  await app.getByRole("checkbox", { name: "Select all submissions on this page" }).check();
  await app.getByLabel("Assignee").selectOption({ label: "olivia@backroom-demo.example" });
  await app.getByRole("button", { name: "Assign", exact: true }).click();
  await app.getByText("Assignee changes successfully").waitFor();
  await row.waitFor({ state: "detached" });

  await setUndoSeconds(1);
  await app.getByRole("tab", { name: "CSR Approvals" }).click();
  const dialog = app.getByRole("dialog");
  await app.getByRole("button", { name: email }).click();
  await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
  await dialog.getByRole("img", { name: "Receipt", exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.waitFor({ state: "detached" });
  await setUndoSeconds(10);

  await app.getByRole("tab", { name: "All Submissions" }).click();
  await row.getByText("Order Created").waitFor();
  const [order = ""] = /#\d+/.exec((await row.textContent()) ?? "") ?? [];
  await visitor.goto(`${backroom().localStoreUrl}/store/backroom-demo/orders`);
  await visitor.getByRole("link", { name: order, exact: true }).click();
  await visitor.getByText(`Promotion submission ${submitted.number}`).waitFor();
  await visitor.getByLabel("Tracking number").fill("1Z42");
  await visitor.getByRole("button", { name: "Fulfill items" }).click();
  await row.getByText("Shipped").first().waitFor();
  await visitor.getByRole("button", { name: "Mark as delivered" }).click();
  await row.getByText("Delivered").first().waitFor();

  await row.getByRole("button", { name: email }).click();
  for (const text of ["Delivered", order, "1Z42"])
    await dialog.getByRole("definition").getByText(text, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await visitor.goto(submitted.status);
  await visitor.getByText("1Z42").waitFor();
  expect(await storefrontProblems(visitor)).toEqual([]);
});

/** Submissions of one test, found by the search for `key`. */
async function withSubmissions(count: number): Promise<{ key: string; ids: number[] }> {
  const key = `k${Date.now().toString(36)}`;
  const [last] = await inBackroom<{ id: number }>("SELECT coalesce(max(id), 0)::int AS id FROM promotions");
  const promotion = await addPromotion(inBackroom, { id: (last?.id ?? 0) + 1 });
  await addReason(inBackroom, "deny_reasons", { reason: `Too late ${key}`, order_in_list: 0 });
  await addReason(inBackroom, "hold_reasons", { reason: `Blurred ${key}`, order_in_list: 0 });
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(
      await addSubmission(inBackroom, {
        promotion_id: promotion,
        email: `${key}.${index}@customers.example`,
        shipping_phone: "6145550123",
        created_at: new Date(Date.now() - (count - index) * 60_000),
      }),
    );
  return { key, ids };
}

test("submissions are reviewed by keyboard: approved with undo, denied, held, and answered from a phone", {
  timeout: withMachineFactor(90_000),
}, async () => {
  const { key, ids } = await withSubmissions(2);
  const emails = ids.map((_id, index) => `${key}.${index}@customers.example`);
  const [firstEmail = "", secondEmail = ""] = emails;
  expect(await callApi("1", "POST", "/promo/submissions/assign", { list: ids, reviewer: "1" })).toMatchObject(
    { status: 200 },
  );
  const { app, page } = await openAdmin({ path: `/promo?tab=CsrApprovals&q=${key}` });
  const [first, second] = emails.map((email) => app.getByRole("row").filter({ hasText: email }));
  await first?.getByRole("button").first().click();
  const dialog = app.getByRole("dialog");
  const status = (text: string) => dialog.getByRole("definition").getByText(text, { exact: true }).waitFor();
  await dialog.getByText(`${ids[0]} - Ana Martin`).waitFor();
  // Opening it marks it as In Review.
  await status("In Review");
  await page.keyboard.press("a");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Approved Successfully").waitFor();
  await app.getByRole("button", { name: "Undo" }).click();
  await app.getByText("The approval was undone").waitFor();
  await first?.getByText("In Review").waitFor();

  await second?.getByRole("button").first().click();
  await status("In Review");
  await page.keyboard.press("1");
  expect(await dialog.getByRole("button", { name: "Deny" }).isEnabled()).toBe(true);
  await page.keyboard.press("1");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Denied successfully").waitFor();
  await second?.waitFor({ state: "detached" });
  await receivesMail(secondEmail, /wasn't accepted$/);

  await first?.getByRole("button").first().click();
  await status("In Review");
  await page.keyboard.press("h");
  await page.keyboard.press("1");
  await page.keyboard.press("h");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Hold successfully").waitFor();
  await first?.getByText("In Review, on hold").waitFor();

  const phone = await page.context().newPage();
  await phone.setViewportSize({ width: 320, height: 640 });
  await phone.goto(await waitForMail(firstEmail, /https?:\S+\/request\/\S+/));
  await phone.getByText("On hold").first().waitFor();
  expect(await storefrontProblems(phone)).toEqual([]);
  await phone.getByRole("button", { name: "Send" }).press("Enter");
  await phone.locator("[role=alert]:focus", { hasText: "Write an answer, or add a file." }).waitFor();
  await phone.getByLabel("Message (optional)").fill("This one is sharper.");
  await phone.getByLabel(/^Receipt \(/).setInputFiles(await photo());
  await phone.getByRole("button", { name: "Send" }).click();
  await phone.getByText("We got your answer").waitFor();

  await page.bringToFront();
  // The list shows it without a reload.
  await first?.getByText(", answered").waitFor();
  await first?.getByRole("button").first().click();
  await dialog.getByText("This one is sharper.").waitFor();
  await status("In Review, answered");
});
