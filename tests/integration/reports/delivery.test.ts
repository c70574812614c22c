/** Who gets a report, and how: recipients, a link or the file, its format, and what the page says when an email didn't arrive. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readResultFile } from "../../guarantees/support/export-file.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { completeMirror } from "../../support/mirrors.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { sentMails } from "../mail/support.ts";
import { insertOrder } from "./support.ts";

const OWNER = "olivia@backroom-demo.example";
const CARL = "carl@backroom-demo.example";
const OUTSIDE = "ana@agency.example";
const KIT = { id: "gid://shopify/LineItemGroup/1", sku: "KIT", title: "=Starter kit", quantity: 2 };
const dates = { date_from: "2026-11-01", date_to: "2026-11-02", bundle: "true" } as const;

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}

/** The emails that are due, by address. They are sent. */
const mails = async () =>
  (await sentMails()).map(({ to, subject, text, attachment }) => ({
    to: to.email,
    subject,
    text,
    file: attachment?.content,
  }));

/** The texts in a zip file, by their names. */
async function filesIn(zip: Uint8Array): Promise<Record<string, string>> {
  const { CFB } = await import("xlsx");
  const { FullPaths, FileIndex } = CFB.read(zip, { type: "array" });
  return Object.fromEntries(
    FullPaths.flatMap((path: string, index: number) => {
      const name = path.replace(/^[^/]*\//, "");
      return /\.(csv|txt)$/.test(name)
        ? [[name, new TextDecoder().decode(Uint8Array.from(FileIndex[index]?.content ?? []))]]
        : [];
    }),
  );
}

const newest = async () => (await calls.reports.runs({ report: "bundleReport" })).list[0];

beforeAll(async () => {
  shop = await openTestShop("report_delivery");
  await signIn([shop.token("1"), shop.token("2"), shop.token("3")]);
  calls = await signedInCalls(shop, "1", undefined, { now: () => new Date("2026-11-22T15:00:00Z") });
  await grantAccess("2", ["showBundleReport"]);
  await completeMirror("orders");
  const line = { sku: "DRILL", quantity: 2, cents: 9_000, group: KIT };
  await insertOrder({ at: "2026-11-01T12:00:00Z", customerId: 77, lines: [line] });
  await insertOrder({ at: "2026-11-02T12:00:00Z", lines: [{ ...line, group: { ...KIT, title: "Set" } }] });
});
beforeEach(() => query("DELETE FROM mails"));
afterAll(() => shop.close());

test("an address that isn't valid, and a link for someone who couldn't open it, are refused at the field", async () => {
  const start = (recipients: string, sendAs?: "link" | "attachment") =>
    refusalOf(calls.bundle.report({ ...dates, recipients, sendAs }));
  const invalid = "“ana@” isn't a valid email address. Correct it, or remove it.";
  expect((await start(`${CARL}, ana@`)).data).toMatchObject({ fieldErrors: { recipients: invalid } });
  const many = Array.from({ length: 21 }, (_, index) => `p${index}@agency.example`).join(";");
  expect((await start(many, "attachment")).data).toMatchObject({
    fieldErrors: { recipients: "A file can be emailed to 20 further people. Remove 1 of them." },
  });
  for (const recipients of [OUTSIDE, "dora@backroom-demo.example"])
    expect((await start(recipients)).data).toMatchObject({
      fieldErrors: { recipients: expect.stringContaining("the link wouldn't open. Attach the file") },
    });
  expect((await calls.reports.runs({ report: "bundleReport" })).list).toEqual([]);
});

test("a link goes to everyone who was entered, each once", async () => {
  const { jobId } = await calls.bundle.report({
    ...dates,
    recipients: `${CARL} ${OWNER.toUpperCase()}, ${CARL}`,
  });
  await readResultFile(jobId);
  expect((await newest())?.emails).toEqual([
    { to: OWNER, state: "queued", problem: null },
    { to: CARL, state: "queued", problem: null },
  ]);
  expect(await mails()).toMatchObject([
    { to: CARL, subject: "Bundle report is ready", file: undefined },
    { to: OWNER, subject: "Bundle report is ready", file: undefined },
  ]);
});

test("the file is attached for people outside, as CSV with a file for each sheet", async () => {
  const { jobId } = await calls.bundle.report({
    ...dates,
    recipients: OUTSIDE,
    sendAs: "attachment",
    format: "csv",
  });
  const bytes = await readResultFile(jobId);
  const run = await newest();
  expect(run).toMatchObject({
    format: "csv",
    file: { name: expect.stringMatching(/^Bundle_report_.*\.zip$/) },
  });
  const files = await filesIn(bytes);
  expect(Object.keys(files)).toEqual(["Bundles.csv", "Bundles by order.csv", "About this report.txt"]);
  // A text that looks like a formula stays a text.
  expect(files["Bundles.csv"]?.split("\r\n").slice(1, 3).toSorted()).toEqual([
    "KIT,'=Starter kit,1,2,2,0,90",
    "KIT,Set,1,2,2,0,90",
  ]);
  expect(await mails()).toEqual([
    {
      to: OUTSIDE,
      subject: "Bundle report is ready",
      text: expect.stringContaining("Olivia Owner sends you"),
      file: Buffer.from(bytes),
    },
    { to: OWNER, subject: "Bundle report is ready", text: expect.any(String), file: Buffer.from(bytes) },
  ]);
});

test("the report's page says which email didn't arrive", async () => {
  const { jobId } = await calls.bundle.report({ ...dates, recipients: OUTSIDE, sendAs: "attachment" });
  await readResultFile(jobId);
  await query("UPDATE mails SET state = 'sending' WHERE to_email = $1", [OUTSIDE]);
  await query("UPDATE mails SET state = 'bounced', last_error = 'No such mailbox.' WHERE to_email = $1", [
    OUTSIDE,
  ]);
  expect((await newest())?.emails).toEqual([
    { to: OWNER, state: "queued", problem: null },
    { to: OUTSIDE, state: "bounced", problem: "No such mailbox." },
  ]);
});

test("someone who lost access before the report was there gets no link, and the page says so", async () => {
  const { jobId } = await calls.bundle.report({ ...dates, recipients: CARL });
  await grantAccess("2", []);
  await readResultFile(jobId);
  await grantAccess("2", ["showBundleReport"]);
  expect((await mails()).map(({ to }) => to)).toEqual([OWNER]);
  expect((await newest())?.emails.at(-1)).toEqual({
    to: CARL,
    state: null,
    problem: "They no longer have access to this report.",
  });
});

test("a second request joins the report with its own recipients, unless it wants another format", async () => {
  const other = await signedInCalls(shop, "2", undefined, { now: () => new Date("2026-11-22T15:00:00Z") });
  const { jobId } = await calls.bundle.report(dates);
  const joined = await other.bundle.report({ ...dates, recipients: OUTSIDE, sendAs: "attachment" });
  expect(joined.jobId).toBe(jobId);
  expect((await other.bundle.report({ ...dates, format: "csv" })).jobId).not.toBe(jobId);
  await readResultFile(jobId);
  expect(await mails()).toMatchObject([
    { to: OUTSIDE, file: expect.any(Buffer), text: expect.stringContaining("Carl") },
    { to: CARL, file: expect.any(Buffer) },
    { to: OWNER, file: undefined },
  ]);
});

test("a schedule keeps its recipients, and an erased customer is none of them", async () => {
  const { startReportsDueAt } = await import("~/core/reports/start-due-reports.server");
  const { app } = await import("../../support/app.ts");
  const schedule = {
    report: "bundleReport",
    frequency: "daily",
    hour: 6,
    options: { bundle: true, component: false },
    recipients: `${OUTSIDE}, ben@agency.example`,
    sendAs: "attachment",
    format: "csv",
  } as const;
  const { id } = await calls.reports.addSchedule(schedule);
  expect((await calls.reports.addSchedule(schedule)).id).toBe(id);
  expect((await calls.reports.schedules({ report: "bundleReport" })).list).toMatchObject([
    { recipients: [OUTSIDE, "ben@agency.example"], sendAs: "attachment", format: "csv" },
  ]);
  await expect(calls.reports.addSchedule({ ...schedule, sendAs: "link" })).rejects.toMatchObject({
    status: 400,
  });
  await redactCustomer(DEMO, { id: 77, email: OUTSIDE.toUpperCase() });
  await startReportsDueAt(app.declarations.reports, DEMO, new Date("2026-11-23T11:00:00Z"));
  const run = await newest();
  await readResultFile(run?.id ?? "");
  expect((await mails()).map(({ to }) => to)).toEqual(["ben@agency.example", OWNER]);
  const stored = await query<{ text: string }>(
    `SELECT data::text AS text FROM runs UNION ALL SELECT options::text FROM report_schedules
      UNION ALL SELECT cells::text FROM report_rows WHERE cells ? '77'`,
  );
  expect(stored.filter(({ text }) => text.toLowerCase().includes("ana@agency"))).toEqual([]);
});

test("what the page shows is exported: found, filtered and ordered", async () => {
  const { jobId: run } = await calls.bundle.report(dates);
  await readResultFile(run);
  const shown = { report: "bundleReport", run, sheet: 1 } as const;
  const { choices, total } = await calls.reports.rows(shown);
  expect(total).toBe(2);
  expect(choices.c5).toEqual([
    { text: "=Starter kit", count: 1 },
    { text: "Set", count: 1 },
  ]);
  const narrowed = await calls.reports.rows({ ...shown, columns: { c5: "Set" } });
  expect(narrowed).toMatchObject({ total: 1, choices: { c5: choices.c5 } });
  const all = await calls.reports.exportRows({ ...shown, sort: "c1 desc" });
  expect(all.data.map(({ Bundle }) => Bundle)).toEqual(["Set", "=Starter kit"]);
  const some = await calls.reports.exportRows({ ...shown, search: "kit", columns: { c5: "Set" } });
  expect(some.data).toHaveLength(1);
  expect(some.frame.report.lines.slice(1)).toEqual([
    "11/01/2026 to 11/02/2026, Bundle Report",
    "Search: kit",
    "Bundle: Set",
  ]);
  expect(some.fileName).toMatch(/^Bundle_report_Bundles_by_order_.*\.xlsx$/);
  await expect(calls.reports.rows({ ...shown, columns: { c50: "x" } })).rejects.toMatchObject({
    status: 400,
  });
});
