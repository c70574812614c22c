import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addMirroredProduct, dateInHours } from "../bulkprice/support.ts";
import { type Calls, inStore, undo, work } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_script");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("a script's rows are matched by their keys, checked and started, and the response lists refused rows", async () => {
  const body: Record<string, string | number | null>[] = [
    {
      Email: "ada@students.example",
      School: "Harbor",
      "AS400 ID": "000412",
      "Shoe size": 41,
      "Start Date": 46266,
    },
    { email: "no address", School: "Harbor" },
    { Email: "Ada@Students.example", School: null },
  ];
  const answer = await calls.imports.createStudents({ body });
  expect(answer).toMatchObject({
    accepted: 1,
    created: 1,
    refused: [
      { row: 3, reasons: [{ field: "email" }] },
      { row: 4, reasons: [{ sentence: expect.stringContaining("Row 2 is about the same student") }] },
    ],
    ignored: expect.arrayContaining(["Shoe size"]),
  });
  expect(await work(answer.jobId ?? "")).toMatchObject([{ state: "done", message: "Created" }]);
  expect((await inStore(shop, "ada@students.example"))?.metafields).toMatchObject({
    "profile.as400_id": "000412",
    "stp.start_date": "2026-09-01",
  });
});

test("the same rows or the same key return the same import, and other rows with that key are refused", async () => {
  const rows = [{ Email: "bo@students.example" }];
  const answers = await Promise.all([1, 2, 3].map(() => calls.imports.createStudents({ body: rows })));
  expect(new Set(answers.map(({ importId }) => importId)).size).toBe(1);
  expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1);

  const headers = { "idempotency-key": "nightly-2026-11-21" };
  const first = await calls.imports.createStudents({ headers, body: [{ Email: "cy@students.example" }] });
  expect(await calls.imports.createStudents({ headers, body: [{ Email: "cy@students.example" }] })).toEqual(
    first,
  );
  await expect(
    calls.imports.createStudents({ headers, body: [{ Email: "di@students.example" }] }),
  ).rejects.toMatchObject({ status: 409 });
});

test("rows that were undone may be sent again", async () => {
  const body = [{ Email: "ben.again@students.example", School: "Harbor" }];
  const first = await calls.imports.createStudents({ body });
  await work(first.jobId ?? "");
  await undo(calls, first.importId);
  expect(await inStore(shop, "ben.again@students.example")).toBeNull();
  const again = await calls.imports.createStudents({ body });
  expect(again.jobId).not.toBe(first.jobId);
  expect(await calls.imports.createStudents({ body })).toMatchObject({ jobId: again.jobId });
  await work(again.jobId ?? "");
  expect(await inStore(shop, "ben.again@students.example")).not.toBeNull();
});

test("rows whose undo was canceled are still the same import only where imports add", async () => {
  const people = [{ Email: "cas.canceled@students.example", School: "Harbor" }];
  await addMirroredProduct(shop, "pan", [{ sku: "PAN", price: 100 }]);
  const prices = [{ MODEL: "PAN", PRICE: "2", EFFECTIVE_DATE: dateInHours(100) }];
  const sendPeople = () => calls.imports.createStudents({ body: people });
  const sendPrices = () => calls.imports.importPrices({ headers: {}, body: { excelData: prices } });
  const [students, schedule] = [await sendPeople(), await sendPrices()];
  for (const { importId, jobId } of [students, schedule]) {
    await work(jobId ?? "");
    const undone = await calls.imports.undo({ id: importId });
    await calls.jobs.cancel({ id: undone.jobId });
    await work(undone.jobId);
  }
  expect((await sendPeople()).importId).not.toBe(students.importId);
  expect((await sendPrices()).importId).toBe(schedule.importId);
});

test("national partners come in excelData", async () => {
  const answer = await calls.imports.importNational({
    body: { excelData: [{ Email: "pia@partners.example", "National Partner": "Acme", CRM_ID: "0007" }] },
  });
  await work(answer.jobId ?? "");
  expect((await inStore(shop, "pia@partners.example"))?.tags.toSorted()).toEqual(["crm_id:0007", "np:Acme"]);
});

test.each([
  ["no rows", [], /at least one row/],
  ["rows without an address", [{ School: "Harbor" }], /No column is matched to Email/],
  ["a cell that is a list", [{ Email: ["x"] }], /must be a text, a number, true, false or null/],
])("%s are refused with a sentence", async (_what, body, sentence) => {
  await expect(calls.imports.createStudents({ body: body as never })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(sentence),
  });
});

test("keys such as __proto__ are harmless", async () => {
  const body = JSON.parse(
    '[{"__proto__":{"polluted":1},"constructor":"x","toString":"y","Email":"eve@students.example"}]',
  );
  await expect(calls.imports.createStudents({ body })).resolves.toMatchObject({ accepted: 1 });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
