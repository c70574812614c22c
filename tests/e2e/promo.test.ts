/** Promotion review: from the receipt in the store to the delivered order, and the review by keyboard. */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { readXlsx } from "hucre";
import { PDFDocument, PDFName, PDFString, rgb } from "pdf-lib";
import type { Locator, Page } from "playwright";
import sharp from "sharp";
import { beforeAll, expect, test, vi } from "vitest";
import { addPromotion, addReason, addSubmission, SUBMISSION_FORM } from "../integration/promo/support.ts";
import { emptyFormProblems, storefrontProblems } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { backroom, inBackroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { PDF_PICTURES } from "../support/pdf-pictures.ts";
import { subjectsTo, waitForMail } from "../support/store-mail.ts";
import { findStoreVariant } from "../support/store-shop.ts";
import { DEMO } from "../support/test-shop.ts";

/** Reading a receipt takes seconds of a processor. tests/integration/promo/reading.test.ts proves it, so that each counts as tried here. */
beforeAll(async () => {
  await inBackroom("ALTER TABLE receipt_readings ALTER COLUMN attempts SET DEFAULT 3");
});

interface Receipt {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

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

/** A PDF that has an end, and nothing to show. */
const WITHOUT_PAGES: Receipt = {
  name: "broken.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n",
  ),
};

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

/** Sends a receipt and confirms it by the email's link, with the requests of these pages: for tests of what follows. */
async function postReceipt(form: string, email: string, { name, mimeType, buffer }: Receipt): Promise<void> {
  const fields = { ...SUBMISSION_FORM, email, receiptId: email, shippingAddress1: `${name} Street 1` };
  const body = new FormData();
  for (const [field, value] of Object.entries({ ...fields, operationId: randomUUID() }))
    body.set(field, value);
  body.set("receipt", new File([new Uint8Array(buffer)], name, { type: mimeType }));
  expect(await (await fetch(form, { method: "POST", body })).text()).toContain("Check your email");
  const link = await waitForMail(email, /https?:\S+\/confirm\/\S+/);
  const [, entry = ""] = /name="entry" value="([^"]+)"/.exec(await (await fetch(link)).text()) ?? [];
  const confirmation = new URLSearchParams({ entry, decision: "confirm" });
  expect(await (await fetch(link, { method: "POST", body: confirmation })).text()).toContain("Thank you");
}

const receivesMail = (address: string, subject: RegExp) =>
  expect
    .poll(() => subjectsTo(address), { timeout: withMachineFactor(20_000) })
    .toContainEqual(expect.stringMatching(subject));

/** Creates a promotion as the account owner, as soon as the store's products have been read. @returns the address of its form */
async function createPromotion(name: string): Promise<string> {
  const { id } = await findStoreVariant();
  const promotion = {
    name,
    rewardVariantId: id,
    submissionLimit: "address",
    choices: { retailers: ["Tool Depot"], countries: ["United States"] },
    texts: { title: `Get your ${name}`, thanks: "We hope that you like it." },
    help: { receipt: "The whole receipt, with the date." },
    operationId: crypto.randomUUID(),
  };
  return vi.waitFor(
    async () => {
      const { status, body } = await callApi("1", "POST", "/promo/promotions", promotion);
      if (status !== 200) throw new Error(`The promotion was refused: ${JSON.stringify(body)}`);
      return body.promotion.link;
    },
    { timeout: withMachineFactor(60_000), interval: 500 },
  );
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
  expect(await storefrontProblems(visitor)).toEqual([]);
  expect(await emptyFormProblems(visitor, "Email")).toEqual([]);
  const submitted = await submitReceipt(visitor, form, photoEmail, await photo());
  // On a phone, by the block in the theme.
  await visitor.setViewportSize({ width: 320, height: 640 });
  await visitor.goto(blockOf(form));
  await visitor.getByLabel("Postal Code").waitFor();
  expect(await storefrontProblems(visitor)).toEqual([]);
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

/** How light the viewer's first page is in the middle, and beside it: from 0 to 255. */
const lightnessOf = (page: Locator) =>
  page.evaluate((element) => {
    const canvas = element.querySelector("canvas");
    if (!canvas) throw new Error("The page has no canvas.");
    return [0.5, 0.1].map(
      (x) => canvas.getContext("2d")?.getImageData(canvas.width * x, canvas.height / 2, 1, 1).data[0],
    );
  });

test("a PDF of a scanner or fax machine is shown, also as JPEG 2000 and JBIG2", async () => {
  const key = `s${Date.now().toString(36)}`;
  const form = await createPromotion(`Scan ${key}`);
  const { app } = await openAdmin({ path: `/promo?tab=AllSubmissions&q=${key}` });
  const dialog = app.getByRole("dialog");
  const lightness = { fax: [0, 255], jbig2: [0, 255], jpeg2000: [128, 128] };
  for (const [name, picture] of Object.entries(PDF_PICTURES)) {
    const email = `${name}.${key}@customers.example`;
    const receipt = { name: `${name}.pdf`, mimeType: "application/pdf", buffer: await picture() };
    await postReceipt(form, email, receipt);
    await app.getByRole("button", { name: email }).click();
    const shown = dialog.getByRole("img", { name: "Receipt, page 1", exact: true });
    await expect.poll(() => lightnessOf(shown)).toEqual(lightness[name as keyof typeof lightness]);
    await dialog.getByRole("button", { name: "Close" }).click();
  }
  const email = `broken.${key}@customers.example`;
  await postReceipt(form, email, WITHOUT_PAGES);
  await app.getByRole("button", { name: email }).click();
  await dialog.getByText("The receipt can't be read. The customer was asked to upload it again.").waitFor();
  await receivesMail(email, /^We can't read your receipt for Scan/);
});

/** The share of dark pixels in a part of a page, given as shares of its width and height. */
const darknessOf = (page: Locator, part: { x: [number, number]; y: [number, number] }) =>
  page.evaluate((element, { x, y }) => {
    const canvas = element.querySelector("canvas");
    const [left, top] = [(canvas?.width ?? 0) * x[0], (canvas?.height ?? 0) * y[0]];
    const [width, height] = [(canvas?.width ?? 0) * (x[1] - x[0]), (canvas?.height ?? 0) * (y[1] - y[0])];
    const { data } = canvas?.getContext("2d")?.getImageData(left, top, width, height) ?? { data: [] };
    return data.filter((value, index) => index % 4 === 0 && value < 100).length / (data.length / 4);
  }, part);

test("a PDF's form values, tall pages and all of its pages are shown, and a file that is too large isn't sent", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const key = `v${Date.now().toString(36)}`;
  const form = await createPromotion(`Viewer ${key}`);
  const { app, page } = await openAdmin({ path: `/promo?tab=AllSubmissions&q=${key}` });
  const dialog = app.getByRole("dialog");
  const long = await PDFDocument.create();
  for (let number = 1; number <= 21; number += 1)
    long.addPage([200, 300]).drawText(`Page ${number}`, { x: 20, y: 150 });
  const first = long.getPage(0);
  const note = { Type: "Annot", Subtype: "Text", Rect: [9, 9, 29, 29], Contents: PDFString.of("See below.") };
  first.node.set(PDFName.of("Annots"), long.context.obj([note]));
  long.addPage([200, 300]).drawText("White on white", { x: 20, y: 150, color: rgb(1, 1, 1) });
  const stored = (name: string) => fs.readFileSync(new URL(`../support/pdfs/${name}.pdf`, import.meta.url));
  const files = { form: stored("filled-form"), thin: stored("thin"), long: Buffer.from(await long.save()) };
  const open = async (name: keyof typeof files) => {
    const email = `${name}.${key}@customers.example`;
    await postReceipt(form, email, { name: `${name}.pdf`, mimeType: "application/pdf", buffer: files[name] });
    await app.getByRole("button", { name: email }).click();
    await dialog.getByRole("img", { name: "Receipt, page 1", exact: true }).waitFor();
  };
  await open("form");
  const value = { x: [0.28, 0.65], y: [0.22, 0.265] } satisfies Parameters<typeof darknessOf>[1];
  expect(
    await darknessOf(dialog.getByRole("img", { name: "Receipt, page 1", exact: true }), value),
  ).toBeGreaterThan(0.01);
  await dialog.getByRole("button", { name: "Close" }).click();

  await open("thin");
  const tiles = await dialog
    .getByRole("img", { name: "Receipt, page 1", exact: true })
    .evaluate((element) =>
      [...element.querySelectorAll("canvas")].map(({ width, height }) => ({ width, height })),
    );
  expect(Math.max(...tiles.map(({ height }) => height))).toBeLessThanOrEqual(4_096);
  const [tile = { width: 1 }] = tiles;
  expect(tiles.reduce((sum, { height }) => sum + height, 0) / tile.width).toBeGreaterThan(1_400);
  await dialog.getByRole("button", { name: "Close" }).click();

  await open("long");
  await dialog.getByText("Pages 1 to 20 of 22 are shown").waitFor();
  await dialog.getByText("Page 1 has a note that isn't shown. Download the file to read it.").waitFor();
  await dialog.getByRole("button", { name: "Next pages" }).click();
  await dialog.getByText("Pages 21 to 22 of 22 are shown").waitFor();
  await dialog.getByRole("img", { name: "Receipt, page 22" }).waitFor();
  await dialog.getByText("Page 22 looks empty here, although it has text.").waitFor();
  expect(await dialog.getByText(/looks empty here/).count()).toBe(1);

  const visitor = await page.context().newPage();
  await visitor.goto(form);
  const receipt = visitor.getByLabel(/^Receipt \(/);
  const choose = (size: number, name: string, mimeType: string) =>
    receipt.setInputFiles({ name, mimeType, buffer: Buffer.alloc(size) });
  const message = () => receipt.evaluate((input) => (input as HTMLInputElement).validationMessage);
  await choose(12 * 1024 * 1024, "receipt.jpg", "image/jpeg");
  await expect.poll(message).toBe("This file is larger than 10 MB. Choose a smaller one.");
  await choose(1_000, "receipt.jpg", "image/jpeg");
  await expect.poll(message).toMatch(/^This picture can't be read/);
  // Its last bytes are missing.
  await receipt.setInputFiles({
    name: "cut.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("ffd8ffe0", "hex"),
  });
  await expect.poll(message).toBe("");
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

test("a held receipt gets a better photo from a phone, returns to its reviewer as answered, and is approved", async () => {
  const { key, ids } = await withSubmissions(1);
  const email = `${key}.0@customers.example`;
  const { app, page } = await openAdmin({ path: `/promo?tab=CsrApprovals&q=${key}` });
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
  const dialog = app.getByRole("dialog");
  await dialog.getByText("This one is sharper.").waitFor();
  await dialog.getByRole("definition").getByText("In Review, answered").waitFor();
  await page.keyboard.press("a");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Approved Successfully").waitFor();
});

test("all submissions are filtered, and looked at", async () => {
  const { key, ids } = await withSubmissions(1);
  const { app } = await openAdmin({ path: "/promo?tab=AllSubmissions" });
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
});

test("reasons are added, changed and deleted", async () => {
  const reason = `Wrong model ${Date.now().toString(36)}`;
  const { app } = await openAdmin({ path: "/promo?tab=DenyList" });
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
