import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { altered } from "../../support/altered.ts";
import { decodeUploads } from "../../support/decode-uploads.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { outbox } from "../../support/outbox.ts";
import { confirmFor } from "../../support/public-pages.ts";
import { DEMO } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { openTwoShops, type TwoShops } from "../console/two-shops.ts";
import { addPromotion, SUBMISSION_FORM as FORM, mailsAbout, receiptPicture, visit } from "./support.ts";

let shops: TwoShops;
let photo: Buffer;
beforeAll(async () => {
  shops = await openTwoShops("promo_submit");
  await addPromotion(shops.query);
  await addPromotion(shops.query, { id: 2, limit: "address" });
  photo = await receiptPicture("TOTAL 49.90");
});
afterAll(() => shops.close());

const send = (fields: Record<string, string> = {}, receipt: Buffer = photo, key = 1) =>
  visit("promotion", `promotion-key-${key}`, { ...FORM, operationId: randomUUID(), ...fields }, receipt);
/** Sends a form and confirms it by the email's link. @returns the confirmation, or the form that was refused */
async function post(fields: Record<string, string> = {}, receipt: Buffer = photo, key = 1) {
  const sent = await send(fields, receipt, key);
  if (sent.status !== 200) return sent;
  const confirmed = await confirmFor(fields.email ?? FORM.email);
  await decodeUploads(DEMO);
  return confirmed;
}
const numberIn = (html: string) => Number(/has the number (\d+)/.exec(html)?.[1]);

test("a receipt is submitted once, confirmed by email, and its status is behind a personal link", async () => {
  expect((await visit("promotion", "promotion-key-1")).html).toContain('encType="multipart/form-data"');
  const operationId = randomUUID();
  const { status, html } = await post({ operationId });
  expect([status, html]).toEqual([200, expect.stringContaining("Thank you")]);
  const id = numberIn(html);
  expect(numberIn((await post({ operationId })).html)).toBe(id);
  const { promo } = await shops.as("1");
  const { submission } = await promo.detail({ id });
  expect(submission).toMatchObject({
    displayName: "Ana Martin",
    purchaseDate: "2026-05-20",
    amountCents: 4990,
    shippingPhone: "6145550100",
    status: "Unassigned",
    riskScore: 10,
  });
  expect(submission.receiptBase64.startsWith("/")).toBe(true);
  expect(await mailsAbout(id, "Submission received")).toMatchObject([
    { text: expect.stringContaining("your-personal-link"), hasPersonalLink: true },
  ]);
  const token = /submission\/([^/"]+)\//.exec(html)?.[1] ?? "";
  expect((await visit("submission", token)).html).toContain("In review");
  expect((await visit("submission", altered(token))).status).toBe(404);
});

test("a PDF is kept as it is, and wrong fields are named", async () => {
  const pdf = await readFile(new URL("../../support/pdfs/newline-before-header.pdf", import.meta.url));
  const { html } = await post(
    { receiptId: "PDF-1", shippingAddress1: "9 Oak Rd", email: "pdf@customers.example" },
    pdf,
  );
  const { promo } = await shops.as("1");
  const { submission } = await promo.detail({ id: numberIn(html) });
  expect(submission.receiptBase64).toBe(pdf.toString("base64"));
  const wrong = await post({
    email: "nobody",
    retailer: "Somewhere else",
    phone: "1",
    purchaseDate: "2099-01-01",
    receiptId: "",
  });
  expect(wrong.status).toBe(400);
  for (const text of [
    "Email not valid.",
    "Select one of the choices for Retailer.",
    "10 digits",
    "in the future",
    "Receipt ID is required.",
  ])
    expect(wrong.html).toContain(text);
  expect((await post({ receiptId: "--" })).html).toContain("Enter the ID that is on the receipt.");
  expect((await visit("promotion", "no-such-promotion")).status).toBe(404);
});

test("a form is refused before its promotion's first day and after the last one", async () => {
  await addPromotion(shops.query, { id: 16 });
  for (const [days, title] of [
    ["start_day = '2099-01-01'", "hasn&#x27;t started yet"],
    ["start_day = NULL, end_day = '2020-01-01'", "has ended"],
  ]) {
    await shops.query(`UPDATE promotions SET ${days} WHERE id = 16`);
    const refused = await send({}, photo, 16);
    // A form that was refused stays in the browser with what was typed.
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.html).toContain(title);
  }
});

test.each([10.5, 12])(
  "a receipt of %d MB is refused at its field, and the entered texts stay",
  async (megabytes) => {
    const { status, html } = await post({ retailer: "Hardware Inc" }, Buffer.alloc(megabytes * 1024 * 1024));
    expect(status).toBe(400);
    expect(html).toContain("This file is larger than 10 MB. Upload a smaller one.");
    expect(html).toContain('<option value="Hardware Inc" selected="">');
  },
);

test("a form without choices takes a country that an order can be sent to, and no other text", async () => {
  await addPromotion(shops.query, { id: 3, countries: [] });
  const from = (shippingCountry: string) =>
    post({ shippingCountry, email: "abroad@customers.example", receiptId: "ABROAD-1" }, photo, 3);
  expect(await from("America")).toMatchObject({
    status: 400,
    html: expect.stringContaining("such as Canada or CA"),
  });
  expect((await from("united kingdom")).status).toBe(200);
});

test("a stored choice with other spaces can be selected, and is stored as it is offered", async () => {
  const retailer = "Tool \u00a0Depot";
  await addPromotion(shops.query, { id: 4, retailers: ["Hardware Inc", retailer] });
  const form = { retailer, email: "spaces@customers.example", receiptId: "SPACES-1" };
  const wrong = await post({ ...form, phone: "1" }, photo, 4);
  expect(wrong.status).toBe(400);
  expect(wrong.html).toContain(`<option value="${retailer}" selected="">`);
  const { promo } = await shops.as("1");
  const { submission } = await promo.detail({ id: numberIn((await post(form, photo, 4)).html) });
  expect(submission.retailer).toBe(retailer);
});

test("the longest choice can be submitted", async () => {
  const longest = "x".repeat(120);
  await addPromotion(shops.query, { id: 5, models: [longest], retailers: [longest] });
  const form = { modelNumber: longest, retailer: longest, email: "long@customers.example" };
  expect((await post(form, photo, 5)).status).toBe(200);
});

test.each([
  ["an SVG as PNG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a broken picture", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64)])],
  ["half a PDF", Buffer.from("%PDF-1.4\n1 0 obj")],
])("%s is refused and leaves nothing", async (_what, bytes) => {
  const { promo } = await shops.as("1");
  const before = (await promo.list({})).total;
  expect((await post({}, bytes)).status).toBe(400);
  expect((await promo.list({})).total).toBe(before);
});

test("an address takes part once as it is written, and a similar one goes to a reviewer", async () => {
  const elm = (index: number, shippingAddress1: string, email = `elm${index}@customers.example`) =>
    post({ shippingAddress1, email, receiptId: `ELM-${index}` }, photo, 2);
  const first = await Promise.all([1, 2, 3].map((index) => elm(index, "12 North Elm Street")));
  expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const similar = await elm(4, "c/o Bob, 012 N. \u0415lm St");
  expect(similar.status).toBe(200);
  const { promo } = await shops.as("1");
  const { submission } = await promo.detail({ id: numberIn(similar.html) });
  expect(submission.signals.map(({ id }) => id)).toContain("address");
  // Another spelling of the address of this mailbox is the same person.
  const one = await elm(5, "90 Ash Street", "ash@gmail.com");
  expect([one.status, (await elm(6, "90 Ash St", "a.sh+1@gmail.com")).status]).toEqual([200, 409]);
  expect((await elm(7, "90 Ash St, Apt 2", "a.sh+2@gmail.com")).status).toBe(200);
});

test("a person takes part once, whatever the alias, and no one else learns it", async () => {
  await addPromotion(shops.query, { id: 6, limit: "person" });
  const by = (email: string) => send({ email, receiptId: `ONCE-${email}` }, photo, 6);
  const first = await by("once@gmail.com");
  expect((await confirmFor("once@gmail.com")).html).toContain("Thank you");
  expect(await by("on.ce+1@googlemail.com")).toEqual(first);
  const refused = await confirmFor("once@gmail.com");
  expect(refused).toMatchObject({
    status: 409,
    html: expect.stringContaining("Each person can take part once."),
  });
});

test("a form that is sent several times at the same moment makes one submission", async () => {
  const twice = {
    operationId: randomUUID(),
    email: "double@customers.example",
    shippingAddress1: "77 Double Rd",
    receiptId: "DOUBLE-1",
  };
  const answers = await Promise.all([send(twice), send(twice), send(twice)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const confirmed = await Promise.all([confirmFor(twice.email), confirmFor(twice.email)]);
  expect(new Set(confirmed.map(({ html }) => numberIn(html))).size).toBe(1);
  const { promo } = await shops.as("1");
  expect((await promo.list({ receiptId: "DOUBLE-1" })).total).toBe(1);
});

test.each([
  { changed: "a field", shippingCity: "Cleveland", hasOtherPhoto: false },
  { changed: "the receipt", shippingCity: FORM.shippingCity, hasOtherPhoto: true },
])("a form that is sent again with $changed changed isn't answered as saved", async (change) => {
  const operationId = randomUUID();
  const form = { operationId, receiptId: "AGAIN-1", email: "again@customers.example" };
  const id = numberIn((await post(form)).html);
  const receipt = change.hasOtherPhoto ? await receiptPicture("TOTAL 51.00", 17) : photo;
  const again = await post({ ...form, shippingCity: change.shippingCity }, receipt);
  expect([again.status, again.html]).toEqual([
    409,
    expect.stringContaining(`as submission ${id}. What you changed since then wasn&#x27;t saved.`),
  ]);
  expect(numberIn((await post(form)).html)).toBe(id);
});

test("a receipt with earlier duplicates locks them in the order of their ids, as reviews do", async () => {
  const submitElsewhere = (number: number) =>
    post({
      receiptId: "ORDER-1",
      shippingAddress1: `${number} Lock St`,
      email: `lock${number}@customers.example`,
    });
  const older = [numberIn((await submitElsewhere(1)).html), numberIn((await submitElsewhere(2)).html)];
  const { withShop } = await import("~/platform/db/with-shop.server");
  const third = await withShop(DEMO, async (tx) => {
    const lock = (id: number | undefined) =>
      tx.$client.query("SELECT 1 FROM submissions WHERE id = $1 FOR UPDATE", [id]);
    await lock(older[0]);
    const submitted = { page: submitElsewhere(3) };
    await expect.poll(countWaitingSessions).toBe(1);
    await lock(older[1]);
    return submitted;
  });
  expect((await third.page).status).toBe(200);
});

test("the same receipt is found again by its id, and by its picture in any turn", async () => {
  const picture = await receiptPicture("TOTAL 12.00", 11);
  const address = (number: number) => ({
    shippingAddress1: `${number} Lake Rd`,
    email: `lake${number}@customers.example`,
  });
  const first = numberIn((await post({ ...address(1), receiptId: "LAKE-1", amount: "12.00" }, picture)).html);
  const turned = await sharp(picture).rotate(90).resize(300).jpeg({ quality: 60 }).toBuffer();
  const second = numberIn((await post({ ...address(2), receiptId: "LAKE-2", amount: "12.00" }, turned)).html);
  const third = numberIn(
    (await post({ ...address(3), receiptId: "lake 1", amount: "" }, await receiptPicture("OTHER", 5))).html,
  );
  const { promo } = await shops.as("1");
  const matches = async (id: number) =>
    (await promo.duplicates({ id })).list.map((one) => [one.id, one.matches, one.isSamePurchase]);
  expect(await matches(second)).toEqual([[first, ["picture", "amount"], true]]);
  expect(await matches(third)).toEqual([[first, ["receiptId"], true]]);
  const { submission } = await promo.detail({ id: second, receipt: "false" });
  expect(submission.signals.map(({ id }) => id)).toContain("samePurchase");
  expect((await promo.detail({ id: first, receipt: "false" })).submission.receiptIdUsed).toBe(true);
});

test("a PDF is found again by its first page, however it was saved, and another PDF of the same layout isn't", async () => {
  const invoice = async (total: string, subject: string) => {
    const document = await PDFDocument.create();
    document.setSubject(subject);
    document.addPage([300, 400]).drawText(`Invoice\nTotal ${total}`, { x: 30, y: 300 });
    return Buffer.from(await document.save());
  };
  const submitInvoice = async (number: number, pdf: Buffer) => {
    const form = {
      receiptId: `INVOICE-${number}`,
      shippingAddress1: `${number} Invoice Rd`,
      email: `invoice${number}@customers.example`,
      amount: "31.07",
    };
    return numberIn((await post(form, pdf)).html);
  };
  const first = await submitInvoice(1, await invoice("31.07", "one"));
  const copy = await submitInvoice(2, await invoice("31.07", "two"));
  const other = await submitInvoice(3, await invoice("38.07", "one"));
  const { promo } = await shops.as("1");
  const signalsOf = async (id: number) =>
    (await promo.detail({ id, receipt: "false" })).submission.signals.map((signal) => signal.id);
  expect(await signalsOf(copy)).toContain("samePurchase");
  expect(await signalsOf(first)).toContain("samePurchase");
  expect(await signalsOf(other)).toEqual(["oldPurchase"]);
  expect((await promo.duplicates({ id: copy })).list.map(({ id }) => id)).toEqual([first]);
});

test("of two similar pictures that are submitted together, both are marked", async () => {
  const picture = await receiptPicture("TOTAL 31.00", 13);
  const submitElsewhere = (number: number) =>
    post(
      {
        receiptId: `POND-${number}`,
        shippingAddress1: `${number} Pond Rd`,
        email: `pond${number}@customers.example`,
        amount: "31.00",
      },
      picture,
    );
  const ids = (await Promise.all([submitElsewhere(1), submitElsewhere(2)])).map(({ html }) => numberIn(html));
  const { promo } = await shops.as("1");
  for (const id of ids) {
    const { submission } = await promo.detail({ id, receipt: "false" });
    expect(submission.signals.map((signal) => signal.id)).toContain("samePurchase");
    expect(submission.riskScore).toBeGreaterThanOrEqual(50);
  }
});

test("a check of a receipt that is repeated after a crash changes nothing", async () => {
  const form = { receiptId: "DIED-1", shippingAddress1: "1 Bay Rd", email: "bay@customers.example" };
  const id = numberIn((await post(form)).html);
  const read = () =>
    shops.query(
      "SELECT signals, risk_score, hash FROM submissions LEFT JOIN receipt_fingerprints ON submission_id = id WHERE id = $1",
      [id],
    );
  const compared = await read();
  expect(compared).toMatchObject([{ hash: expect.anything() }]);
  await shops.query("UPDATE receipt_checks SET state = 'waiting' WHERE submission_id = $1", [id]);
  await decodeUploads(DEMO);
  expect(await read()).toEqual(compared);
});

test("a receipt that turns out to be damaged is asked for by email, and can be replaced once", async () => {
  const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#334455" } })
    .png()
    .toBuffer();
  const damaged = Buffer.concat([whole.subarray(0, 60), Buffer.alloc(200)]);
  const form = { receiptId: "TORN-1", shippingAddress1: "1 Torn Rd", email: "torn@customers.example" };
  const { status, html } = await post(form, damaged);
  expect(status).toBe(200);
  const id = numberIn(html);
  const token = /submission\/([^/"]+)\//.exec(html)?.[1] ?? "";
  const mails = () => outbox({ to: form.email, kind: "Receipt can't be read" });
  expect(await mails()).toMatchObject([{ text: expect.stringContaining("can't be read. Save it again") }]);
  const { promo } = await shops.as("1");
  expect((await promo.detail({ id })).submission).toMatchObject({ receiptBase64: "", status: "Unassigned" });
  expect((await visit("submission", token)).html).toContain("We can&#x27;t read your receipt.");
  const page = await visit("submission", token, {}, Buffer.from("no picture"));
  expect([page.status, page.html]).toEqual([400, expect.stringContaining("JPG, PNG, PDF")]);

  expect((await visit("submission", token, {}, photo)).html).not.toContain(
    "We can&#x27;t read your receipt.",
  );
  expect((await promo.detail({ id })).submission.receiptBase64).toMatch(/^\//);
  expect(await visit("submission", token, {}, photo)).toMatchObject({ status: 409 });
  expect(await mails()).toHaveLength(1);
  const left = await shops.query(
    "SELECT 1 FROM attachments WHERE lower(email) = $1 AND stored_at IS NOT NULL",
    [form.email],
  );
  expect(left).toHaveLength(1);
});

test("a form whose sender has hung up is dropped", async () => {
  const form = { ...FORM, operationId: randomUUID(), email: "gone@customers.example", receiptId: "HUNG-UP" };
  await visit("promotion", "promotion-key-1", form, photo, AbortSignal.abort()).catch(() => undefined);
  for (const table of ["submissions", "attachments"])
    expect(await shops.query(`SELECT 1 FROM ${table} WHERE email = $1`, [form.email])).toEqual([]);
});

test("an erased customer's submission stays, without their data and their receipt", async () => {
  const email = "erased@customers.example";
  const id = numberIn(
    (await post({ email, shippingLastName: "Forgetme", shippingAddress1: "77 Gone Rd", receiptId: "GONE-1" }))
      .html,
  );
  const { promo } = await shops.as("1");
  const { total } = await promo.list({});
  await redactCustomer(DEMO, { id: 77, email });
  const { submission } = await promo.detail({ id });
  expect(submission).toMatchObject({
    displayName: "Erased",
    email: null,
    attachmentId: null,
    receiptBase64: "",
    status: "Unassigned",
    retailer: "Tool Depot",
  });
  expect((await promo.list({})).total).toBe(total);
  for (const table of ["submissions", "mails", "audit_entries", "attachments"]) {
    const rows = await shops.query(
      `SELECT 1 FROM ${table} AS one WHERE one::text ~* 'erased@customers|forgetme|77 gone|gone-1'`,
    );
    expect([table, rows]).toEqual([table, []]);
  }
  expect(await shops.query("SELECT 1 FROM receipt_fingerprints WHERE submission_id = $1", [id])).toEqual([]);
});
