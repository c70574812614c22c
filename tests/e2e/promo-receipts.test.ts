/** The receipts that customers send for a promotion, as the review shows them. */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PDFDocument, PDFName, PDFString, rgb } from "pdf-lib";
import type { Locator } from "playwright";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { SUBMISSION_FORM } from "../integration/promo/support.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { PDF_PICTURES } from "../support/pdf-pictures.ts";
import { createPromotion, type Receipt, skipReadings } from "../support/promotions.ts";
import { confirmEntry, waitForMail } from "../support/store-mail.ts";

beforeAll(skipReadings);

/** Sends a receipt and confirms it by the email's link, with the requests of these pages: for tests of what follows. */
async function postReceipt(form: string, email: string, { name, mimeType, buffer }: Receipt): Promise<void> {
  const fields = { ...SUBMISSION_FORM, email, receiptId: email, shippingAddress1: `${name} Street 1` };
  const body = new FormData();
  for (const [field, value] of Object.entries({ ...fields, operationId: randomUUID() }))
    body.set(field, value);
  body.set("receipt", new File([new Uint8Array(buffer)], name, { type: mimeType }));
  expect(await (await fetch(form, { method: "POST", body })).text()).toContain("Check your email");
  const link = await waitForMail(email, /https?:\S+\/confirm\/\S+/);
  expect(await confirmEntry(link)).toContain("Thank you");
}

/** How light the viewer's first page is in the middle, and beside it: from 0 to 255. */
const lightnessOf = (page: Locator) =>
  page.evaluate((element) => {
    const canvas = element.querySelector("canvas");
    if (!canvas) throw new Error("The page has no canvas.");
    return [0.5, 0.1].map(
      (x) => canvas.getContext("2d")?.getImageData(canvas.width * x, canvas.height / 2, 1, 1).data[0],
    );
  });

/** One PDF with the pages of several. */
async function joined(files: readonly Buffer[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const file of files) {
    const source = await PDFDocument.load(file);
    for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page);
  }
  return Buffer.from(await document.save());
}

/** The share of dark pixels in a part of a page, given as shares of its width and height. */
const darknessOf = (page: Locator, part: { x: [number, number]; y: [number, number] }) =>
  page.evaluate((element, { x, y }) => {
    const canvas = element.querySelector("canvas");
    const [left, top] = [(canvas?.width ?? 0) * x[0], (canvas?.height ?? 0) * y[0]];
    const [width, height] = [(canvas?.width ?? 0) * (x[1] - x[0]), (canvas?.height ?? 0) * (y[1] - y[0])];
    const { data } = canvas?.getContext("2d")?.getImageData(left, top, width, height) ?? { data: [] };
    return data.filter((value, index) => index % 4 === 0 && value < 100).length / (data.length / 4);
  }, part);

test("a PDF's scans, form values, tall pages and all of its pages are shown, and a file that is too large isn't sent", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const key = `v${Date.now().toString(36)}`;
  const form = await createPromotion(`Viewer ${key}`);
  const { app, page } = await openAdmin({ path: `/promo?tab=AllSubmissions&q=${key}` });
  const dialog = app.getByRole("dialog");
  // Low pages, with their text at the top: looking for it in all pixels of a tall page takes seconds.
  const long = await PDFDocument.create();
  for (let number = 1; number <= 21; number += 1)
    long.addPage([200, 50]).drawText(`Page ${number}`, { x: 40, y: 35, size: 12 });
  const first = long.getPage(0);
  const note = { Type: "Annot", Subtype: "Text", Rect: [9, 9, 29, 29], Contents: PDFString.of("See below.") };
  first.node.set(PDFName.of("Annots"), long.context.obj([note]));
  long.addPage([200, 50]).drawText("White on white", { x: 40, y: 35, size: 12, color: rgb(1, 1, 1) });
  const thin = await PDFDocument.create();
  thin.addPage([10, 14_400]).drawText("x", { x: 1, y: 14_390, size: 6 });
  // Of a scanner or fax machine, also as JPEG 2000 and JBIG2.
  const lightness = { fax: [0, 255], jbig2: [0, 255], jpeg2000: [128, 128] };
  const scans = Object.keys(lightness) as (keyof typeof lightness)[];
  const files = {
    scan: await joined(await Promise.all(scans.map((name) => PDF_PICTURES[name]()))),
    form: fs.readFileSync(new URL("../support/pdfs/filled-form.pdf", import.meta.url)),
    thin: Buffer.from(await thin.save()),
    long: Buffer.from(await long.save()),
  };
  const open = async (name: keyof typeof files) => {
    const email = `${name}.${key}@customers.example`;
    await postReceipt(form, email, { name: `${name}.pdf`, mimeType: "application/pdf", buffer: files[name] });
    await app.getByRole("button", { name: email }).click();
    await dialog.getByRole("img", { name: "Receipt, page 1", exact: true }).waitFor();
  };
  await open("scan");
  for (const [index, name] of scans.entries()) {
    const shown = dialog.getByRole("img", { name: `Receipt, page ${index + 1}`, exact: true });
    await expect.poll(() => lightnessOf(shown), { message: name }).toEqual(lightness[name]);
  }
  await dialog.getByRole("button", { name: "Close" }).click();

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
  const message = () => receipt.evaluate((input) => (input as HTMLInputElement).validationMessage);
  // By its path: the test's own process would encode the content of a large file.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-receipt-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const large = path.join(folder, "receipt.jpg");
  fs.writeFileSync(large, Buffer.alloc(12 * 1024 * 1024));
  await receipt.setInputFiles(large);
  await expect.poll(message).toBe("This file is larger than 10 MB. Choose a smaller one.");
  await receipt.setInputFiles({
    name: "receipt.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.alloc(1_000),
  });
  await expect.poll(message).toMatch(/^This picture can't be read/);
  // Its last bytes are missing.
  await receipt.setInputFiles({
    name: "cut.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("ffd8ffe0", "hex"),
  });
  await expect.poll(message).toBe("");
});
