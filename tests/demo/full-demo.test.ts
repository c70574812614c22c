/**
 * `npm run test:demo`: the demo with its history, as the first `npm start` fills it. Filling takes minutes, so `npm test` doesn't
 * include it.
 */
import path from "node:path";
import pg from "pg";
import type { Frame } from "playwright";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { shops } from "../../local-store/config.ts";
import { freePort } from "../../server/process/ports.ts";
import { type Stack, startStack } from "../../server/stack.ts";
import { launchBrowser } from "../support/browser.ts";
import { runOnServer } from "../support/database-urls.ts";
import { openDemo, readDemoPages } from "../support/demo-browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { watchPage } from "../support/page-guard.ts";
import { createDatabase, testServer } from "../support/postgres-server.ts";

const SHOP = "backroom-demo";
const DOMAIN = `${SHOP}.myshopify.com`;
const FILL_MS = withMachineFactor(600_000);

/** Pages without records: they begin with a form, or with a question. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set([
  "/productMedia",
  "/solrFilters",
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

let stack: Stack;
let database: pg.Pool;
let release = async () => {};

beforeAll(async () => {
  const server = await testServer();
  const [app, store] = [
    await createDatabase(server.url, "demo_app"),
    await createDatabase(server.url, "demo_store"),
  ];
  release = async () => {
    for (const { name } of [app, store])
      await runOnServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.stop();
  };
  const [port, storePort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  stack = await startStack({
    databaseUrl: app.url,
    port,
    localStore: {
      port: storePort,
      smtpPort,
      databaseUrl: store.url,
      fillDemo: "history",
      writesHistory: true,
    },
    dataFolder: path.resolve("test-results", "full-demo"),
    programs: "built",
    say: (line) => process.stdout.write(`${line}\n`),
  });
  database = new pg.Pool({ connectionString: app.url, max: 2 });
  const waiting = { timeout: FILL_MS, interval: 500 };
  await vi.waitFor(
    async () => expect(await statesOfHistories()).toEqual(shops.map(() => "completed")),
    waiting,
  );
  // What the history started, such as syncs and reports, ends after it.
  await vi.waitFor(async () => expect(await unfinishedJobs()).toEqual([]), waiting);
}, FILL_MS);

afterAll(async () => {
  await stack?.stop();
  await database?.end();
  await release();
}, 60_000);

const statesOfHistories = async () =>
  (await database.query("SELECT state FROM jobs WHERE kind = 'demo.history'")).rows.map(({ state }) => state);

const unfinishedJobs = async () =>
  (await database.query("SELECT title FROM jobs WHERE state IN ('queued', 'running')")).rows.map(
    ({ title }) => title,
  );

async function call<Answer>(method: string, address: string): Promise<Answer> {
  const token = await (
    await fetch(`${stack.localStoreUrl}/session-token?shop=${DOMAIN}&administrator=1`)
  ).text();
  const response = await fetch(`${stack.appUrl}/api${address}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.ok, `${address}: ${response.status}`).toBe(true);
  return (await response.json()) as Answer;
}

test(
  "every page shows records and no error, and cuts no name",
  async () => {
    const demo = await openDemo(await launchBrowser(), {
      localStoreUrl: stack.localStoreUrl ?? "",
      shop: SHOP,
      width: 1_280,
    });
    const guard = watchPage(demo.page);
    const faults: string[] = [];
    let known = 0;
    for (const { path, address } of await readDemoPages(demo)) {
      const frame = await demo.open(address);
      if (!WITHOUT_ROWS.has(path) && (await countRecords(frame)) === 0) faults.push(`${path} is empty`);
      faults.push(...(await cutNames(frame)).map((name) => `${path} cuts "${name}"`));
      const complaints = guard.complaints();
      faults.push(...complaints.slice(known).map((complaint) => `${path}: ${complaint}`));
      known = complaints.length;
    }
    guard.stop();
    await demo.page.context().close();
    expect(faults).toEqual([]);
  },
  FILL_MS,
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
  await expect.poll(readDifferences, { timeout: FILL_MS }).not.toEqual([]);
  expect((await readDifferences()).map(({ what }) => what)).toEqual([
    "The held amount is not the sum of the pending debits.",
  ]);
  const readProof = async () =>
    (await call<{ proof: { entries: number; faults: unknown[] } | null }>("GET", "/activity/proof")).proof;
  await expect.poll(readProof, { timeout: FILL_MS }).not.toBeNull();
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
    await expect.poll(states, { timeout: FILL_MS, interval: 200 }).toEqual(["completed"]);
    expect(await digest()).toEqual(before);
  },
  FILL_MS,
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
