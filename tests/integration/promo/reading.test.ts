import { afterAll, beforeAll, expect, test } from "vitest";
import { drawPhoto, makePdf } from "../../../server/demo/receipts/draw-receipt.ts";
import type { Receipt } from "../../../server/demo/receipts/receipt.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { DEMO } from "../../support/test-shop.ts";
import { openTwoShops, type TwoShops } from "../console/two-shops.ts";
import { addPromotion, submitReceipt } from "./support.ts";

const RECEIPT: Receipt = {
  retailer: "Tool Depot",
  address: ["1200 Depot Street", "Columbus, OH 43215"],
  phone: "(614) 555-0132",
  number: "TD-48213377",
  day: "2026-05-20",
  time: "14:35",
  items: [
    { name: "Cordless drill DC-100", cents: 12_999 },
    { name: "Battery 4Ah", cents: 4_999 },
  ],
  taxCents: 1_262,
  totalCents: 19_260,
  card: "VISA ****3377",
};

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("promo_reading");
  await addPromotion(shops.query);
});
afterAll(() => shops.close());

const submit = (name: string, bytes: Buffer, columns?: Record<string, unknown>) =>
  submitReceipt(shops.query, name, bytes, columns);

async function readReceipts(): Promise<void> {
  const reading = await import("~/domain/submissions/reading/read-receipts.server");
  await reading.readReceipts.run(DEMO, new AbortController().signal);
}

const typed = {
  receipt_id: "TD-48213377",
  receipt_key: "td48213377",
  purchase_day: "2026-05-20",
  amount_cents: 19_260,
  model_number: "DC-100",
  retailer: "Tool Depot",
};

test("a photo's text is read in any turn, and the text layer of a PDF without its picture", async () => {
  const shot = { turn: 91, crop: 0, desk: "#5d6166", blur: 0, quality: 80 };
  const photo = await submit("photo.jpg", await drawPhoto(RECEIPT, shot), typed);
  const pdf = await submit("invoice.pdf", await makePdf(RECEIPT), {
    ...typed,
    purchase_day: "2026-05-02",
    amount_cents: 29_260,
    model_number: "DC-200",
  });
  const { promo } = await shops.as("1");
  expect(await promo.reading({ id: photo })).toMatchObject({ state: "waiting", fields: [] });
  await readReceipts();
  const ofPhoto = await promo.reading({ id: photo });
  expect([ofPhoto.source, ...ofPhoto.fields.map(({ name, state }) => `${name} ${state}`)]).toEqual([
    "picture",
    "receiptId equal",
    "purchaseDate equal",
    "amount equal",
    "modelNumber equal",
    "retailer equal",
  ]);
  // The picture is turned by a quarter, so its lines are columns: the heading is at the right, the total further left.
  const places = Object.fromEntries(ofPhoto.fields.map(({ name, place }) => [name, place]));
  expect(places.retailer?.x).toBeGreaterThan((places.amount?.x ?? 1) + 0.2);
  expect(places.amount?.height).toBeGreaterThan(places.amount?.width ?? 1);

  const ofPdf = await promo.reading({ id: pdf });
  expect([
    ofPdf.source,
    ...ofPdf.fields.map(({ state, typed, read }) => `${state} ${typed} ${read}`),
  ]).toEqual([
    "text",
    "equal TD-48213377 TD-48213377",
    "different 2026-05-02 2026-05-20",
    "different 29260 19260",
    "different DC-200 DC-100",
    "equal Tool Depot Tool Depot",
  ]);
});

test("a copy is found by its text, the earlier one gets its risk, and a receipt of the same layout isn't one", async () => {
  const first = { ...RECEIPT, number: "TD-70000001", time: "10:05" };
  const earlier = await submit("first.pdf", await makePdf(first), {
    ...typed,
    receipt_id: "TD-70000001",
    receipt_key: "first",
  });
  await readReceipts();
  // Another page for a fingerprint, and another number and date for a form.
  const copied = await makePdf({ ...first, phone: "Customer copy" });
  const copy = await submit("copy.pdf", copied, {
    ...typed,
    receipt_key: "copy",
    purchase_day: "2026-05-01",
  });
  const next = { ...first, number: "TD-70000002", time: "10:09", day: "2026-05-21", totalCents: 14_161 };
  const other = await submit("other.pdf", await makePdf({ ...next, items: first.items.slice(0, 1) }), {
    ...typed,
    receipt_id: next.number,
    receipt_key: "other",
    purchase_day: next.day,
    amount_cents: next.totalCents,
  });
  await readReceipts();
  const { promo } = await shops.as("1");
  const signalsOf = async (id: number) =>
    (await promo.detail({ id, receipt: "false" })).submission.signals.map((signal) => signal.id);
  expect(await signalsOf(earlier)).toEqual(["samePurchase"]);
  expect(await signalsOf(copy)).toEqual(["samePurchase", "typedNumber", "typedDate"]);
  expect(await signalsOf(other)).toEqual([]);
  const { list } = await promo.duplicates({ id: copy });
  expect(list.filter(({ matches }) => matches.includes("content")).map(({ id }) => id)).toEqual([earlier]);
});

/**
 * A PDF whose text layer is a stranger's: its A is a character that PostgreSQL can't store.
 * @param texts each by a command of its own
 */
function strangePdf(texts: readonly string[]): Buffer {
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const shown = texts.map((text, index) => `1 0 0 1 20 ${780 - (index % 70) * 10} Tm (${text}) Tj`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    stream(`BT /F1 9 Tf ${shown.join(" ")} ET`),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
    stream(
      "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <0000> endbfchar endcmap",
    ),
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const offsets = objects.map((_, index) => 9 + objects.slice(0, index).join("").length);
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `%PDF-1.4\n${objects.join("")}xref\n0 7\n0000000000 65535 f \n${table}trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${9 + objects.join("").length}\n%%EOF\n`,
    "latin1",
  );
}

test("a text layer with characters that can't be stored, or with far more words than a receipt, is read as far as it goes", async () => {
  const words = Array.from({ length: 4_500 }, (_, index) => `w${index % 90} m`);
  const id = await submit("strange.pdf", strangePdf(["TOTAL A 192.60", ...words]), typed);
  await readReceipts();
  const { promo } = await shops.as("1");
  expect(await promo.reading({ id })).toMatchObject({ state: "ready", source: "text" });
  const [stored] = await shops.query<{ words: number; letters: string }>(
    `SELECT count(*)::int AS words, string_agg(word ->> 'text', '') AS letters FROM receipt_readings,
            jsonb_array_elements(lines) AS line, jsonb_array_elements(line) AS word WHERE submission_id = $1`,
    [id],
  );
  expect(stored?.words).toBe(3_000);
  expect(stored?.letters).toContain("\uFFFD");
});

test("a reading that keeps failing ends, one of a replaced receipt isn't stored, and erasure deletes it", async () => {
  const name = "erased.pdf";
  const id = await submit(name, await makePdf(RECEIPT), typed);
  await shops.query("UPDATE receipt_readings SET attempts = 3 WHERE submission_id = $1", [id]);
  await readReceipts();
  const { promo } = await shops.as("1");
  expect((await promo.reading({ id })).state).toBe("failed");

  await shops.query("UPDATE receipt_readings SET attempts = 0, state = 'waiting' WHERE submission_id = $1", [
    id,
  ]);
  const [{ attachment_id: attachmentId } = { attachment_id: "" }] = await shops.query<{
    attachment_id: string;
  }>("UPDATE submissions SET attachment_id = gen_random_uuid() WHERE id = $1 RETURNING attachment_id", [id]);
  await readReceipts();
  expect((await promo.reading({ id })).state).toBe("none");
  await shops.query(
    "UPDATE receipt_readings SET attachment_id = $2, state = 'failed' WHERE submission_id = $1",
    [id, attachmentId],
  );
  await redactCustomer(DEMO, { id: 78, email: `${name}@customers.example` });
  expect((await promo.reading({ id })).state).toBe("none");
  expect(await shops.query("SELECT 1 FROM receipt_readings WHERE submission_id = $1", [id])).toEqual([]);
});
