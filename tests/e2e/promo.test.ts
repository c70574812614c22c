/** Promotion review: from the receipt in the store to the delivered order, and the review by keyboard. */
import fs from "node:fs";
import { readXlsx } from "hucre";
import { PDFDocument } from "pdf-lib";
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

async function pdf(): Promise<Receipt> {
  const document = await PDFDocument.create();
  document.addPage([300, 500]).drawText("TOTAL 49.90", { x: 20, y: 300 });
  return { name: "receipt.pdf", mimeType: "application/pdf", buffer: Buffer.from(await document.save()) };
}

/** A promotion's block in the theme, by the address of its form. */
const blockOf = (form: string): string => {
  const key = new URL(form).pathname.split("/").filter(Boolean).at(-1) ?? "";
  return `${backroom().localStoreUrl}/storefront/${DEMO}/pages/promotion?settings.key=${key}`;
};

/** Fills in and sends the form of a promotion, or its block in the theme, as a customer. @returns the submission's number, and its status page */
async function submitReceipt(visitor: Page, form: string, email: string, receipt: Receipt) {
  await visitor.goto(form);
  await visitor.getByRole("heading", { name: /^Get your / }).waitFor();
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

test("a photo and a PDF become orders of the store, which are followed until they are delivered", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const key = `r${Date.now().toString(36)}`;
  const form = await createPromotion(`Battery ${key}`);
  const { app, page } = await openAdmin({ path: `/promo?tab=AssignmentQueue&q=${key}` });
  await app.getByText("No Records Found").waitFor();
  const visitor = await page.context().newPage();
  const emails = ["photo", "pdf"].map((kind) => `${kind}.${key}@customers.example`);
  const [photoEmail = "", pdfEmail = ""] = emails;
  await visitor.goto(form);
  expect(await emptyFormProblems(visitor, "Email")).toEqual([]);
  const submitted = await submitReceipt(visitor, form, photoEmail, await photo());
  // On a phone, by the block in the theme.
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
  await submitReceipt(visitor, blockOf(form), pdfEmail, await pdf());
  await receivesMail(photoEmail, /^We received your submission for Battery/);

  await page.bringToFront();
  // The queue shows them without a reload.
  for (const email of emails) await app.getByRole("row").filter({ hasText: email }).waitFor();
  await app.getByRole("checkbox", { name: "Select all submissions on this page" }).check();
  await app.getByLabel("Assignee").selectOption({ label: "olivia@backroom-demo.example" });
  await app.getByRole("button", { name: "Assign", exact: true }).click();
  await app.getByText("Assignee changes successfully").waitFor();

  await setUndoSeconds(1);
  await app.getByRole("tab", { name: "CSR Approvals" }).click();
  const dialog = app.getByRole("dialog");
  const receipts = [
    [photoEmail, dialog.getByRole("img", { name: "Receipt", exact: true })],
    [pdfEmail, dialog.getByRole("img", { name: "Receipt, page 1", exact: true })],
  ] as const;
  for (const [email, receipt] of receipts) {
    await app.getByRole("button", { name: email }).click();
    await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
    await receipt.waitFor();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await setUndoSeconds(10);

  await app.getByRole("tab", { name: "All Submissions" }).click();
  const row = app.getByRole("row").filter({ hasText: photoEmail });
  for (const email of emails)
    await app.getByRole("row").filter({ hasText: email }).getByText("Order Created").waitFor();
  const [order = ""] = /#\d+/.exec((await row.textContent()) ?? "") ?? [];
  await visitor.goto(`${backroom().localStoreUrl}/store/backroom-demo/orders`);
  await visitor.getByRole("link", { name: order, exact: true }).click();
  await visitor.getByText(`Promotion submission ${submitted.number}`).waitFor();
  await visitor.getByLabel("Tracking number").fill("1Z42");
  await visitor.getByRole("button", { name: "Fulfill items" }).click();
  await row.getByText("Shipped").first().waitFor();
  await receivesMail(photoEmail, /^Your reward from Battery .* is on its way$/);
  await visitor.getByRole("button", { name: "Mark as delivered" }).click();
  await row.getByText("Delivered").first().waitFor();

  await row.getByRole("button", { name: photoEmail }).click();
  for (const text of ["Delivered", order, "1Z42"])
    await dialog.getByRole("definition").getByText(text, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await visitor.goto(submitted.status);
  await visitor.getByText("1Z42").waitFor();
  expect(await storefrontProblems(visitor)).toEqual([]);

  await app.getByRole("button", { name: "Export" }).click();
  const exporting = app.getByRole("dialog", { name: "Export submissions" });
  const recipients = exporting.getByLabel("Also email it to (optional)");
  await recipients.fill("agency@");
  await exporting.getByRole("button", { name: "Export" }).click();
  await exporting.getByText("“agency@” isn't a valid email address. Correct it, or remove it.").waitFor();
  const agency = `agency.${key}@example.com`;
  await recipients.fill(agency);
  await exporting.getByRole("button", { name: "Export" }).click();
  await receivesMail(agency, /^Promotion submissions$/);
  await app.getByText("The spreadsheet is ready to be downloaded.").waitFor();
  await app.getByRole("link", { name: "Open in Jobs" }).last().click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    app
      .getByRole("button", { name: /^Download .*Promotion_Submissions/ })
      .first()
      .click(),
  ]);
  const [sheet] = (await readXlsx(fs.readFileSync(await download.path()))).sheets;
  const exported = sheet?.rows.map((cells) => cells.map(String)) ?? [];
  for (const [email, status] of [
    [photoEmail, "Delivered"],
    [pdfEmail, "Order Created"],
  ] as const)
    expect(exported).toContainEqual(expect.arrayContaining([email, status]));
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

test("submissions are assigned, and reviewed by keyboard: approved with undo, held, answered, and denied", async () => {
  const { key, ids } = await withSubmissions(2);
  const text = "Hello {{name}}, please send a sharper photo of {{receipt}}.";
  await callApi("1", "POST", "/promo/replies", { use: "answer", name: `Photo ${key}`, text });
  const { app, page, allow } = await openAdmin({ path: `/promo?tab=AssignmentQueue&q=${key}` });
  allow(/console\.error: Failed to load resource: the server responded with a status of 409/);
  await app.getByRole("checkbox", { name: "Select all submissions on this page" }).check();
  const assign = app.getByRole("button", { name: "Assign", exact: true });
  expect(await assign.isDisabled()).toBe(true);
  await app.getByLabel("Assignee").selectOption({ label: "olivia@backroom-demo.example" });
  await assign.click();
  await app.getByText("Assignee changes successfully").waitFor();
  await app.getByText("No Records Found").waitFor();

  await app.getByRole("tab", { name: "CSR Approvals" }).click();
  const [first, second] = [0, 1].map((index) =>
    app.getByRole("row").filter({ hasText: `${key}.${index}@customers.example` }),
  );
  await first?.getByRole("button").first().click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText(`${ids[0]} - Ana Martin`).waitFor();
  await dialog.getByText("+1 614-555-0123").waitFor();
  // Opening it marks it as In Review.
  await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: "Deny" }).isDisabled()).toBe(true);
  expect(await dialog.getByRole("button", { name: "Hold" }).isDisabled()).toBe(true);
  await page.keyboard.press("a");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Approved Successfully").waitFor();
  await app.getByRole("button", { name: "Undo" }).click();
  await app.getByText("The approval was undone").waitFor();
  await first?.getByText("In Review").waitFor();

  await first?.getByRole("button").first().click();
  await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
  await page.keyboard.press("h");
  await page.keyboard.press("1");
  await page.keyboard.press("h");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Hold successfully").waitFor();
  await first?.getByText("In Review, on hold").waitFor();
  await receivesMail(`${key}.0@customers.example`, /is on hold$/);

  await second?.getByRole("button").first().click();
  await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
  await dialog.getByLabel("Reply template").selectOption({ label: `Photo ${key}` });
  const message = dialog.getByLabel("Message", { exact: true });
  const answer = "Hello Ana, please send a sharper photo of R-1.";
  expect(await message.inputValue()).toBe(answer);
  await dialog.getByRole("button", { name: "Send answer" }).click();
  await dialog.getByText("The message will be sent").waitFor();
  await expect.poll(() => message.inputValue()).toBe("");
  expect(await waitForMail(`${key}.1@customers.example`, /Hello Ana.*/)).toBe(answer);

  await page.keyboard.press("1");
  expect(await dialog.getByRole("button", { name: "Deny" }).isEnabled()).toBe(true);
  await page.keyboard.press("1");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Denied successfully").waitFor();
  await second?.waitFor({ state: "detached" });
  await receivesMail(`${key}.1@customers.example`, /wasn't accepted$/);

  // Another reviewer is faster. The dialog says so, and shows the submission as it is now.
  await first?.getByRole("button").first().click();
  await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
  const { list } = (await callApi("1", "GET", "/promo/deny/list")).body;
  await callApi("1", "POST", "/promo/submissions/deny", { list: [ids[0]], reason: list[0].id });
  await page.keyboard.press("a");
  await dialog.getByText(`Submission ${ids[0]} is Denied`).waitFor();
  await dialog.getByRole("definition").getByText("Denied", { exact: true }).waitFor();
  await expect.poll(() => dialog.getByRole("button", { name: "Approve" }).isDisabled()).toBe(true);
});

test("a submission is filtered and looked at; held, it gets a better photo from a phone, returns as answered, and is approved; reasons are changed", async () => {
  const { key, ids } = await withSubmissions(1);
  const email = `${key}.0@customers.example`;
  const { app, page } = await openAdmin({ path: "/promo?tab=AllSubmissions" });
  await app.getByRole("button", { name: "Advanced Filters" }).click();
  await app.getByRole("textbox", { name: "Email" }).fill(`${key}.0`);
  await app.getByText("1 record", { exact: true }).waitFor();
  await app.getByRole("button", { name: `${key}.0@customers.example` }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText(`${ids[0]} - Ana Martin`).waitFor();
  await dialog.getByRole("definition").getByText("Unassigned", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  // The main search and the email exclude each other.
  await app.getByRole("textbox", { name: "Search" }).focus();
  await expect.poll(() => app.getByRole("textbox", { name: "Email" }).inputValue()).toBe("");

  await app.getByRole("tab", { name: "CSR Approvals" }).click();
  await callApi("1", "POST", "/promo/submissions/assign", { list: ids, reviewer: "1" });
  const { list: reasons } = (await callApi("1", "GET", "/promo/hold/list")).body;
  const held = await callApi("1", "POST", "/promo/submissions/hold", { list: ids, reason: reasons[0].id });
  expect(held.status).toBe(200);

  const phone = await page.context().newPage();
  await phone.setViewportSize({ width: 320, height: 640 });
  await phone.goto(await waitForMail(email, /https?:\S+\/request\/\S+/));
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
  const row = app.getByRole("row").filter({ hasText: email });
  await row.getByText("Assigned, answered").waitFor();
  await row.getByRole("button").first().click();
  await dialog.getByText("This one is sharper.").waitFor();
  await dialog.getByRole("definition").getByText("In Review, answered").waitFor();
  await page.keyboard.press("a");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Approved Successfully").waitFor();

  const reason = `Wrong model ${Date.now().toString(36)}`;
  await app.getByRole("tab", { name: "Deny List" }).click();
  await app.getByRole("textbox", { name: "Reason" }).first().fill(reason);
  await app.getByRole("button", { name: "Add" }).first().click();
  await app.getByText("New Reason created").waitFor();
  await app.getByRole("button", { name: `Edit ${reason}` }).click();
  await app.getByRole("textbox", { name: "Order" }).first().fill("7");
  await app.getByRole("button", { name: "Update" }).click();
  await app.getByText("New Reason updated").waitFor();
  await app.getByRole("row").filter({ hasText: reason }).getByText("7", { exact: true }).waitFor();
  await app.getByRole("button", { name: `Edit ${reason}` }).click();
  await app.getByRole("button", { name: "Delete" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await app.getByText("Reason deleted", { exact: true }).waitFor();
  await app.getByRole("button", { name: `Edit ${reason}` }).waitFor({ state: "detached" });
});
