import pg from "pg";
import type { Frame } from "playwright";
import { afterAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { openDemo, readDemoPages } from "../support/demo-browser.ts";
import { DEMO_MS, DEMO_SHOP } from "../support/demo-pages.ts";
import { watchPage } from "../support/page-guard.ts";

const DOMAIN = `${DEMO_SHOP}.myshopify.com`;

/** Pages without records: they begin with a form, or with a question. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set([
  "/productMedia",
  "/solrFilters",
  "/coupons/pools/new",
  "/coupons/pools/:pool",
  "/bulkprice/import",
  "/credits/import",
  "/events/import",
  "/students/import",
  "/settings/registrations",
  "/settings/credit",
  "/settings/prices",
  "/settings/partners",
  "/settings/promotion",
  "/settings/connections",
]);

const demo = inject("demo");
const database = new pg.Pool({ connectionString: demo.databaseUrl, max: 2 });
afterAll(() => database.end());

async function call<Answer>(method: string, address: string): Promise<Answer> {
  const token = await (
    await fetch(`${demo.localStoreUrl}/session-token?shop=${DOMAIN}&administrator=1`)
  ).text();
  const response = await fetch(`${demo.appUrl}/api${address}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.ok, `${address}: ${response.status}`).toBe(true);
  return (await response.json()) as Answer;
}

test(
  "every page shows records and no error, and cuts no name",
  async () => {
    const admin = await openDemo(await launchBrowser(), { ...demo, shop: DEMO_SHOP, width: 1_280 });
    const guard = watchPage(admin.page);
    const faults: string[] = [];
    let reported = 0;
    for (const { path, address } of await readDemoPages(admin)) {
      const frame = await admin.open(address);
      if (!WITHOUT_ROWS.has(path) && (await countRecords(frame)) === 0) faults.push(`${path} is empty`);
      faults.push(...(await cutNames(frame)).map((name) => `${path} cuts "${name}"`));
      const complaints = guard.complaints();
      faults.push(...complaints.slice(reported).map((complaint) => `${path}: ${complaint}`));
      reported = complaints.length;
    }
    guard.stop();
    await admin.page.context().close();
    expect(faults).toEqual([]);
  },
  DEMO_MS,
);

/** Rows of tables, items of lists, and facts of a record. */
const countRecords = (frame: Frame) =>
  frame.locator("main :is(tbody tr, [role=row]:has([role=cell]), li, dd, svg[role=img], h2 a)").count();

/**
 * Names of records that are cut: the first column of tables, and headings of rows. An address that is shortened in its middle keeps its
 * beginning and its end.
 */
const cutNames = (frame: Frame): Promise<string[]> =>
  frame
    .locator("main :is(tbody th, tbody td:first-of-type, tbody th *, tbody td:first-of-type *)")
    .evaluateAll((all) =>
      all
        .filter(
          (each) =>
            each.checkVisibility() &&
            each.scrollWidth > each.clientWidth + 1 &&
            each.clientWidth > 1 &&
            !each.matches("[data-cut]") &&
            getComputedStyle(each).overflowX !== "visible",
        )
        .map((each) => each.textContent ?? ""),
    );

test("the ledger's check finds the one planted difference, and the check of the record of changes nothing", async () => {
  const readDifferences = async () =>
    (await call<{ rows: { what: string }[] }>("GET", "/credits/proof/differences")).rows;
  await expect.poll(readDifferences, { timeout: DEMO_MS }).not.toEqual([]);
  expect((await readDifferences()).map(({ what }) => what)).toEqual([
    "The held amount is not the sum of the pending debits.",
  ]);
  const readProof = async () =>
    (await call<{ proof: { entries: number; faults: unknown[] } | null }>("GET", "/activity/proof")).proof;
  await expect.poll(readProof, { timeout: DEMO_MS }).not.toBeNull();
  const proof = await readProof();
  expect(proof?.entries).toBeGreaterThan(300);
  expect(proof?.faults).toEqual([]);
});

test(
  "a rebuild of the mirrors changes no record",
  async () => {
    const before = await digest();
    const started = await Promise.all(
      ["/mirror/rebuild", "/orders/mirror/rebuild", "/products/mirror/rebuild"].map((address) =>
        call<{ jobId: string }>("POST", address),
      ),
    );
    const states = async () =>
      (
        await database.query("SELECT DISTINCT state FROM jobs WHERE id = ANY ($1)", [
          started.map(({ jobId }) => jobId),
        ])
      ).rows.map(({ state }) => state);
    await expect.poll(states, { timeout: DEMO_MS, interval: 200 }).toEqual(["completed"]);
    expect(await digest()).toEqual(before);
  },
  DEMO_MS,
);

/** Of every mirrored row, without the instant at which it was mirrored. */
async function digest(): Promise<Record<string, { rows: number; content: string }>> {
  const tables = ["customers", "orders", "order_lines", "products", "variants"];
  const entries = tables.map(async (table) => {
    const { rows } = await database.query(
      `SELECT count(*)::int AS rows, md5(string_agg(md5((to_jsonb(t) - 'mirrored_at')::text), '' ORDER BY id)) AS content
         FROM ${table} t WHERE shop = $1`,
      [DOMAIN],
    );
    return [table, rows[0]];
  });
  return Object.fromEntries(await Promise.all(entries));
}
