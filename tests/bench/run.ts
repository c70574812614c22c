/**
 * `npm run bench [-- --quick] [--full] [--students N] [--only PART]`: measures Backroom from the build, and prints ratios to bare code
 * that was measured in the same run beside their targets. Milliseconds and megabytes have none. The exit code is 0 for any
 * figure. `--smoke` measures nothing: it is the test of the bench itself, `npm test -- --only bench`.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BenchBackroom, SHOP, startBackroom } from "./backroom.ts";
import { startBaseline } from "./baseline/start.ts";
import { measureBrowser } from "./browser.ts";
import { measureBulkApproval } from "./bulk-approval.ts";
import { measureBundleReport } from "./bundle-report.ts";
import { measureDesk } from "./desk.ts";
import { measureExport } from "./export.ts";
import { measureFindOrder } from "./find-order.ts";
import { measureImports } from "./imports.ts";
import { measureInvitations } from "./invitations.ts";
import { measureLedger } from "./ledger.ts";
import { measureCreditImport } from "./ledger-import.ts";
import { measureLedgerPages } from "./ledger-pages.ts";
import { figuresTable, growthTable, ratiosTable } from "./list-report.ts";
import { type ListFigures, measureLists, ROUNDS } from "./lists.ts";
import { startLoadGenerator } from "./load/measure.ts";
import { describeMachine } from "./machine.ts";
import { measureMediaProducts } from "./media-products.ts";
import { measureMediaSync } from "./media-sync.ts";
import { describeMemory } from "./memory.ts";
import { fillMirror } from "./mirror.ts";
import { measurePages } from "./pages/measure-pages.ts";
import { priceSizes } from "./price-fill.ts";
import { measurePricePages } from "./price-pages.ts";
import { measurePromoExport } from "./promo-export.ts";
import { measurePromoPages } from "./promo-pages.ts";
import { measureReceipt } from "./promo-receipt.ts";
import { measureReading } from "./reading/measure.ts";
import { fillLocalStore, measureRebuild, untilInstalled } from "./rebuild.ts";
import { measureReceipts } from "./receipts/measure.ts";
import { measureReturnPage } from "./return-page.ts";
import { settle } from "./settle.ts";
import { smokeTest } from "./smoke.ts";
import { measureStorefront } from "./storefront.ts";
import { whole } from "./table.ts";
import { measureWorkbench } from "./workbench.ts";

const USAGE = `npm run bench -- [--quick] [--full] [--students N] [--only lists|desk|jobs|exports|browser|imports|invitations|ledger|prices|reports|orders|media|pages|products|promo|receipts|shops|storefront|workbench]
  --quick       100,000 customers only, shorter measurements
  --full        rebuilds the mirror from 1,000,000 customers in the store, instead of 100,000, and reads a price log of
                5,000,000 entries, instead of 1,000,000, and lists of 2,000,000 submissions, instead of 400,000
  --students N  approves this number in one job (2,000 by default; at most 10,000)
  --only PART   one part of it: also desk, exports, imports, invitations, ledger, prices, reports, orders, media, pages, products, promo, receipts, shops and workbench, which a quick run leaves out
  --smoke       sends the requests of the lists once, on 1,000 customers, without measuring`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    smoke: { type: "boolean", default: false },
    students: { type: "string" },
    only: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const students = Math.min(10_000, Number(values.students ?? (values.quick ? 300 : 2_000)));
if (values.help || !Number.isInteger(students) || students < 1) {
  say(USAGE);
  process.exit(values.help ? 0 : 2);
}
const wants = (part: string) => values.only === undefined || values.only === part;

/** Many shops have databases, a store and workers of their own. */
async function measureShops(): Promise<void> {
  const program = fileURLToPath(new URL("./shops.ts", import.meta.url));
  const child = fork(program, values.quick ? ["--quick"] : [], { execArgv: ["--import", "tsx"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The shops could not be measured.");
}

if (values.only === "shops") {
  await measureShops();
  process.exit(0);
}

if (values.only === "receipts") {
  await receipts();
  process.exit(0);
}

const started = performance.now();
const backroom = await startBackroom();
// Ctrl-C must not leave a database behind.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void backroom.stop().finally(() => process.exit(130)));
try {
  if (!values.smoke) say(`Backroom's bench on ${await describeMachine(backroom.database)}\n`);
  await untilInstalled(backroom);
  if (values.smoke) await smoke(backroom);
  else await measure(backroom);
} finally {
  await backroom.stop();
}

async function smoke(tested: BenchBackroom): Promise<void> {
  const { passed, failed } = await smokeTest(tested, say);
  say(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/** Reading needs no database. */
async function receipts(): Promise<void> {
  for (const line of await measureReceipts(values.quick ? 8 : 40)) say(line);
}

async function measure(backroom: BenchBackroom): Promise<void> {
  say(`memory after the start: ${describeMemory(backroom.stack)}`);
  if (wants("jobs")) await jobs(backroom);
  if (wants("imports") && !(values.quick && values.only === undefined)) {
    for (const line of await measureReading()) say(line);
    for (const line of await measureImports(backroom, students)) say(line);
  }
  if (wants("exports") && !(values.quick && values.only === undefined))
    for (const line of await measureExport(backroom)) say(line);
  if (wants("invitations") && !(values.quick && values.only === undefined))
    for (const line of await measureInvitations(backroom, values.quick ? 1_000 : 10_000)) say(line);
  if (wants("ledger") && !(values.quick && values.only === undefined)) {
    const scale = values.quick
      ? { seconds: 6, rows: 10_000, postings: 500_000 }
      : { seconds: 15, rows: 100_000, postings: 5_000_000 };
    // Pages first: an hour's postings are counted one by one until it is over, and the others make many in this one.
    for (const line of await measureLedgerPages(backroom, scale.postings)) say(line);
    for (const line of await measureLedger(backroom, scale.seconds)) say(line);
    for (const line of await measureCreditImport(backroom, scale.rows)) say(line);
  }
  if (wants("reports") && !(values.quick && values.only === undefined))
    for (const line of await measureBundleReport(backroom, values.quick ? 10_000 : 83_000)) say(line);
  if (wants("orders") && !(values.quick && values.only === undefined)) {
    for (const line of await measureFindOrder(backroom, values.quick ? 100_000 : 1_000_000)) say(line);
    for (const line of await measureReturnPage(backroom, values.quick ? 5_000 : 50_000)) say(line);
  }
  if (wants("media") && !(values.quick && values.only === undefined))
    for (const line of await measureMediaSync(backroom, values.quick ? 2_000 : 20_000)) say(line);
  if (wants("prices") && !(values.quick && values.only === undefined)) await prices(backroom);
  if (wants("workbench") && !(values.quick && values.only === undefined))
    for (const line of await measureWorkbench(backroom, values.quick ? 20_000 : 200_000)) say(line);
  if (wants("products") && !(values.quick && values.only === undefined))
    for (const line of await measureMediaProducts(backroom, values.quick ? 20_000 : 200_000)) say(line);
  if (wants("pages") && !(values.quick && values.only === undefined)) await pages(backroom);
  if (wants("promo") && !(values.quick && values.only === undefined)) await promo(backroom);
  if (wants("lists") || wants("browser")) await listsAndBrowser(backroom);
  if (wants("storefront")) for (const line of await measureStorefront(backroom)) say(line);
  if (wants("desk") && !(values.quick && values.only === undefined)) await desk(backroom);
  if (values.only === undefined && !values.quick) {
    await receipts();
    await measureShops();
  }
  say(`\nmemory at the end: ${describeMemory(backroom.stack)}`);
  say(`measured in ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
}

async function jobs(measured: BenchBackroom): Promise<void> {
  const customers = values.full ? 1_000_000 : values.quick ? 20_000 : 100_000;
  say(`Filling the local store with ${whole(customers)} customers …`);
  await fillLocalStore(measured, { customers });
  say(`mirror rebuilt by bulk operation: ${await measureRebuild(measured)}`);
  for (const line of await measureBulkApproval(measured, students)) say(line);
  say(`memory after that: ${describeMemory(measured.stack)}\n`);
}

async function prices(measured: BenchBackroom): Promise<void> {
  const entries = values.full ? 5_000_000 : values.quick ? 100_000 : 1_000_000;
  say(`\nFilling the price log with ${whole(entries)} entries …`);
  const load = startLoadGenerator();
  try {
    const options = { sizes: priceSizes(entries), seconds: values.quick ? 1.5 : 3 };
    for (const line of await measurePricePages(measured, load, options)) say(line);
  } finally {
    await load.stop();
  }
}

/** The pages that answer a question with results. */
async function pages(measured: BenchBackroom): Promise<void> {
  say("\nPreparing a shop for the pages of results:");
  const plan = values.quick
    ? { size: { products: 20_000, orders: 100_000 }, store: { products: 300, orders: 500 }, rounds: 40 }
    : {
        size: { products: 200_000, orders: 1_000_000 },
        store: { products: 400, orders: 2_000 },
        rounds: 60,
      };
  for (const line of await measurePages(measured, plan, say)) say(line);
}

async function promo(measured: BenchBackroom): Promise<void> {
  const submissions = values.full ? 2_000_000 : values.quick ? 40_000 : 400_000;
  say(`\nFilling the database with ${whole(submissions)} submissions …`);
  const load = startLoadGenerator();
  try {
    const options = { submissions, seconds: values.quick ? 1.5 : 3 };
    for (const line of await measurePromoPages(measured, load, options)) say(line);
    for (const line of await measureReceipt(measured)) say(line);
    for (const line of await measurePromoExport(measured)) say(line);
  } finally {
    await load.stop();
  }
}

async function listsAndBrowser(measured: BenchBackroom): Promise<void> {
  await measured.database.query("TRUNCATE customers, registration_counts");
  const small = await atSize(100_000, measured);
  if (wants("browser")) for (const line of await measureBrowser(measured.stack)) say(line);
  if (values.quick || !wants("lists")) return;
  const large = await atSize(1_000_000, measured);
  say(`\n${growthTable(small, large)}`);
}

/** On the customers of the lists, which are filled here when only this part runs. */
async function desk(measured: BenchBackroom): Promise<void> {
  if (values.only === "desk") await fillMirror(measured.database, values.quick ? 100_000 : 1_000_000);
  const scale = values.quick
    ? { submissions: 20_000, orders: 20_000 }
    : { submissions: 200_000, orders: 200_000 };
  for (const line of await measureDesk(measured, scale)) say(line);
}

async function atSize(customers: number, measured: BenchBackroom): Promise<ListFigures[]> {
  say(`\nFilling the mirror with ${whole(customers)} customers …`);
  await fillMirror(measured.database, customers);
  if (!wants("lists")) return [];
  await settle(measured);
  const baseline = await startBaseline(measured.databaseUrl, SHOP);
  const load = startLoadGenerator();
  try {
    const figures = await measureLists(
      { backroom: measured, baseline, load, seconds: values.quick ? 0.1 : 0.3 },
      say,
    );
    say(
      `\n${whole(customers)} customers; milliseconds; the best of ${ROUNDS} rounds\n${figuresTable(figures)}\n\n${ratiosTable(figures)}\n`,
    );
    return figures;
  } finally {
    await load.stop();
    await baseline.stop();
  }
}
