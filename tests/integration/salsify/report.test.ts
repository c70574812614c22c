/** The Salsify report: values, what changed since the last one, and what happens when its process dies. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { deleteJobs, forgetOutcomes } from "../../support/jobs.ts";
import { completeMirror } from "../../support/mirrors.ts";
import { outbox } from "../../support/outbox.ts";
import { stopAfterFirstWrite } from "../../support/stop-after-first-write.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { mirrorProduct, query, sheetsOf, text } from "./support.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("salsify_report");
  owner = await signedInCalls(shop);
  await signedInCalls(shop, "1", SECOND);
});
beforeEach(async () => {
  await deleteJobs();
  await query(
    `DELETE FROM runs; DELETE FROM mails; DELETE FROM files; DELETE FROM products;
     DELETE FROM variants; DELETE FROM monitored_metafields; DELETE FROM metafield_snapshots; DELETE FROM metafield_snapshot_values`,
  );
  await completeMirror("products");
  await mirrorProduct({
    id: 1,
    skus: ["A-1", "A-2", "A-1", null],
    metafields: {
      "specs.material": text("Oak"),
      "specs.care": text("Oil|Keep dry"),
      "specs.note": text("x"),
    },
  });
  await mirrorProduct({
    id: 2,
    skus: ["B-1"],
    metafields: {
      "specs.material": text("Steel"),
      "specs.colors": { type: "list.single_line_text_field", value: '["Black","Red"]' },
    },
  });
  await mirrorProduct({ id: 3, status: "DRAFT", metafields: { "specs.material": text("Brass") } });
  await mirrorProduct({ id: 4, shop: SECOND, metafields: { "specs.material": text("Bamboo") } });
});
afterAll(() => shop.close());

async function monitor(...fields: string[]): Promise<void> {
  for (const field of fields) await owner.salsify.updateField({ field, active: true });
}
const generate = async () => (await owner.salsify.report()).jobId;
const report = async () => sheetsOf(await generate());
/** The rows of a report's sheet "Changes", without its titles. */
const changes = async () => (await report()).Changes?.slice(1);
const summaries = async () => {
  const { list } = await owner.reports.runs({ report: "salsify" });
  return list.map(({ summary, reason }) => summary ?? reason);
};
const snapshot = () =>
  query("SELECT product_id, metafields FROM metafield_snapshot_values ORDER BY product_id");

test("the first report has the values of active products, and says that changes come with the next one", async () => {
  await monitor("specs.care", "specs.colors", "specs.material");
  await owner.salsify.updateField({ field: "specs.care", delimiter: "|" });
  const started = await owner.salsify.report();
  expect(started).toMatchObject({
    status: true,
    msg: "Request for generating report is submitted. Email will be send on completion.",
  });
  const sheets = await sheetsOf(started.jobId);
  expect(Object.keys(sheets)).toEqual(["Values", "Changes", "Completeness", "About this report"]);
  expect(sheets.Values).toEqual([
    ["Handle", "Title", "SKUs", "specs.care", "specs.colors", "specs.material"],
    ["product-1", "Product 1", "A-1, A-2", "Oil; Keep dry", "", "Oak"],
    ["product-2", "Product 2", "B-1", "", "Black; Red", "Steel"],
  ]);
  expect(sheets.Changes?.map(([first]) => first)).toEqual([
    "Handle",
    "Changes are shown from the next report on.",
  ]);
  expect(await summaries()).toEqual([
    "2 products with 3 monitored metafields. Changes are shown from the next report on.",
  ]);
  const [mail] = await outbox();
  expect(mail?.subject).toBe("Salsify report is ready");
  expect(mail?.text).toContain("Salsify report, Monitored metafields.");
  expect(mail?.text).toContain(`/salsify?run=${started.jobId}`);
});

test("the next report has what changed since the last one, and nothing twice", async () => {
  await monitor("specs.care", "specs.material");
  await report();
  await mirrorProduct({
    id: 1,
    metafields: { "specs.material": text("Ash"), "specs.note": text("y") },
  });
  await mirrorProduct({ id: 2, status: "ARCHIVED", metafields: { "specs.material": text("Steel") } });
  await mirrorProduct({ id: 5, metafields: { "specs.material": text("Canvas") } });
  // Neither is a change of a value.
  await owner.salsify.updateField({ field: "specs.care", delimiter: "|" });
  await monitor("specs.note");
  const sheets = await report();
  expect(sheets.Changes).toEqual([
    ["Handle", "Title", "Metafield", "Before", "After", "Note"],
    ["product-1", "Product 1", "specs.care", "Oil; Keep dry", "", ""],
    ["product-1", "Product 1", "specs.material", "Oak", "Ash", ""],
    ["product-5", "Product 5", "specs.material", "", "Canvas", "New in the report"],
    ["product-2", "Product 2", "specs.material", "Steel", "", "No longer active"],
  ]);
  expect(sheets["About this report"]?.at(-1)).toEqual([
    "Monitored since then, and compared from the next report on: specs.note.",
  ]);
  expect(await changes()).toEqual([]);
  await mirrorProduct({ id: 1, metafields: { "specs.material": text("Ash"), "specs.note": text("z") } });
  expect(await changes()).toEqual([["product-1", "Product 1", "specs.note", "y", "z", ""]]);
  expect((await summaries())[0]).toMatch(
    /^2 products with 3 monitored metafields\. 1 change since \d\d\/\d\d\//,
  );
});

test("a metafield that is no longer monitored is compared again from the report after next", async () => {
  await monitor("specs.care", "specs.material");
  await report();
  await owner.salsify.updateField({ field: "specs.material", active: false });
  await monitor("specs.material");
  await mirrorProduct({ id: 1, metafields: { "specs.material": text("Ash"), "specs.care": text("Oil") } });
  expect(await changes()).toEqual([["product-1", "Product 1", "specs.care", "Oil|Keep dry", "Oil", ""]]);

  await owner.salsify.selectAllFields({ active: false });
  await monitor("specs.care");
  expect((await changes())?.map(([first]) => first)).toEqual(["Changes are shown from the next report on."]);
});

test("a process that dies loses no change and repeats none", async () => {
  // More than two batches.
  for (let id = 10; id < 460; id++)
    await mirrorProduct({ id, metafields: { "specs.material": text("Oak") } });
  await monitor("specs.material");
  await report();
  await mirrorProduct({ id: 1, metafields: { "specs.material": text("Ash") } });
  await mirrorProduct({ id: 459, metafields: { "specs.material": text("Ash") } });

  const jobId = await generate();
  const [{ runJob }, { app }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("../../support/app.ts"),
  ]);
  const stop = await stopAfterFirstWrite(
    "metafield_snapshot_values",
    "run_id NOT IN (SELECT run_id FROM metafield_snapshots WHERE taken_at IS NOT NULL)",
  );
  const kinds = new Map(app.jobs.map((job) => [job.name, job]));
  await expect(runJob(DEMO, jobId, kinds, stop.signal)).rejects.toThrow();
  await stop.end();
  // The values of the last report and of the first batch.
  expect(await snapshot()).toHaveLength(452 + 200);

  const sheets = await sheetsOf(jobId);
  expect(sheets.Values).toHaveLength(1 + 452);
  expect(sheets.Changes?.slice(1).map(([handle, , , before, after]) => [handle, before, after])).toEqual([
    ["product-1", "Oak", "Ash"],
    ["product-459", "Oak", "Ash"],
  ]);
  expect(await snapshot()).toHaveLength(452);
  // The worker that runs a finished report again, because it didn't learn of its end, leaves everything as it is.
  const shownRows = () =>
    query(`SELECT sheet, count(*) FROM report_rows WHERE run_id = '${jobId}' GROUP BY sheet ORDER BY sheet`);
  const before = await shownRows();
  await forgetOutcomes(jobId);
  await sheetsOf(jobId);
  expect(before).toMatchObject([{ count: "452" }, { count: "2" }, { count: "1" }]);
  expect(await shownRows()).toEqual(before);
  expect(await query("SELECT 1 FROM files")).toHaveLength(2);
  expect(await changes()).toEqual([]);
});

test("a report that another one has overtaken fails, because it compared with older values", async () => {
  await monitor("specs.material");
  await report();
  const [{ finishSnapshot }, { withShop }, { requireShop }] = await Promise.all([
    import("~/functions/salsify/snapshot.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/auth/shops.server"),
  ]);
  const context = { shop: await requireShop(DEMO), runId: "00000000-0000-4000-8000-000000000009" };
  await expect(withShop(DEMO, (tx) => finishSnapshot(tx, context, null))).rejects.toThrow(
    "Another Salsify report was finished",
  );
  expect(await changes()).toEqual([]);
});

test("a report without a monitored metafield is refused, also one that was scheduled before", async () => {
  await expect(owner.salsify.report()).rejects.toMatchObject({
    status: 400,
    message: "No activated for monitoring metafields found.",
  });
  await monitor("specs.material");
  const jobId = await generate();
  await owner.salsify.updateField({ field: "specs.material", active: false });
  await expect(sheetsOf(jobId)).rejects.toThrow();
  expect(await summaries()).toEqual(["No activated for monitoring metafields found."]);
  const [mail] = await outbox();
  expect(mail?.subject).toBe("Salsify report couldn't be created");
});

test("until the mirror has the products' metafields, a report is refused", async () => {
  await monitor("specs.material");
  // As it is after the upgrade.
  await query("UPDATE mirrors SET version = 0 WHERE name = 'products'");
  await expect(owner.salsify.report()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("still being read from Shopify"),
  });
});

test("the other shop's report has its own products, metafields and last report", async () => {
  await monitor("specs.material");
  await report();
  const second = await signedInCalls(shop, "1", SECOND);
  await completeMirror("products", SECOND);
  await expect(second.salsify.report()).rejects.toMatchObject({ status: 400 });
  await second.salsify.updateField({ field: "specs.material", active: true });
  const { jobId } = await second.salsify.report();
  const [{ runJob }, { app }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("../../support/app.ts"),
  ]);
  await runJob(SECOND, jobId, new Map(app.jobs.map((job) => [job.name, job])), new AbortController().signal);
  const { list } = await second.reports.runs({ report: "salsify" });
  expect(list[0]?.summary).toBe(
    "1 product with 1 monitored metafield. Changes are shown from the next report on.",
  );
  expect(await changes()).toEqual([]);
});
