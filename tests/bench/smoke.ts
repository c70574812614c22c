import { type CallCase, rawRequestsOf, requestsOf } from "./against-raw.ts";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import { type Baseline, startBaseline } from "./baseline/start.ts";
import { type ListCase, listCases } from "./cases.ts";
import { measureLedgerPages } from "./ledger-pages.ts";
import { requestsFor, type Way } from "./lists.ts";
import type { BenchRequest } from "./load/plan.ts";
import { fillMirror } from "./mirror.ts";
import { fillPrices, priceSizes } from "./price-fill.ts";
import { priceCases } from "./price-pages.ts";
import { fillSubmissions } from "./promo-fill.ts";
import { promoCases } from "./promo-pages.ts";

const CUSTOMERS = 1_000;
const DEEP_ROW = 300;
const POSTINGS = 1_000;
const SUBMISSIONS = 4_000;
const PRICES = priceSizes(5_000);
/** Variants of a case that are compared: the first ones. */
const VARIANTS = 5;

/**
 * Runs what the list benches send, once and without timing: every request must succeed, and the app and the bare server must
 * answer with the same customers. @returns how many cases passed and failed
 */
export async function smokeTest(
  backroom: BenchBackroom,
  say: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  let [passed, failed] = [0, 0];
  const check = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work();
      passed += 1;
    } catch (error) {
      failed += 1;
      say(`FAIL  ${name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  const baseline = await startBaseline(backroom.databaseUrl, SHOP);
  const servers = { backroom, baseline };
  try {
    await fillMirror(backroom.database, CUSTOMERS);
    for (const each of await listCases(backroom, DEEP_ROW))
      await check(each.name, () => compareAnswers(each, servers));
    await fillPrices(backroom.database, PRICES);
    for (const each of await priceCases(backroom, PRICES))
      await check(each.name, () => readPrices(requestsOf(each, backroom).slice(0, VARIANTS)));
    await fillSubmissions(backroom.database, SUBMISSIONS);
    for (const each of await promoCases(backroom))
      await check(each.name, () => compareSubmissions(each, servers));
    await check("pages of the ledger", () => measureLedgerPages(backroom, POSTINGS));
  } finally {
    await baseline.stop();
  }
  return { passed, failed };
}

async function compareAnswers(
  { variants }: ListCase,
  servers: Parameters<typeof requestsFor>[2],
): Promise<void> {
  const compared = { variants: variants.slice(0, VARIANTS) };
  const answersOf = (way: Way) => Promise.all(requestsFor(way, compared, servers).map(textOf));
  const [api, raw] = (await Promise.all([answersOf("api"), answersOf("raw")])).map((texts) =>
    texts.map(customerIds),
  );
  if (!api?.[0]?.length) throw new Error("The first answer has no customer.");
  if (JSON.stringify(api) !== JSON.stringify(raw))
    throw new Error("The app and the bare server answered with different customers.");
  await Promise.all([answersOf("page"), answersOf("bare page")]);
}

/** Both servers must answer with the same submissions. A filter may find none of so few. */
async function compareSubmissions(
  each: CallCase,
  { backroom, baseline }: { backroom: BenchBackroom; baseline: Baseline },
): Promise<void> {
  const idsOf = (requests: BenchRequest[]) =>
    Promise.all(requests.slice(0, VARIANTS).map(async (request) => submissionIds(await textOf(request))));
  const [app, raw] = [await idsOf(requestsOf(each, backroom)), await idsOf(rawRequestsOf(each, baseline))];
  if (each.paths.length === 1 && !app[0]?.length) throw new Error("The list has no submission.");
  if (JSON.stringify(app) !== JSON.stringify(raw))
    throw new Error("The app and the bare server answered with different submissions.");
}

const submissionIds = (answer: string): number[] => {
  const { list, rows = list } = JSON.parse(answer) as Partial<
    Record<"list" | "rows", { id: string | number }[]>
  >;
  return (rows ?? []).map(({ id }) => Number(id));
};

/** Every page must have rows. A month or a SKU of so few may have none. */
async function readPrices(requests: readonly BenchRequest[]): Promise<void> {
  for (const request of requests) {
    const { data, rows = data?.results } = JSON.parse(await textOf(request)) as {
      data?: { results: unknown[] };
      rows?: unknown[];
    };
    const isNarrowed = /sku=|search=|date_from=/.test(request.url);
    if (!rows?.length && !isNarrowed) throw new Error(`${request.url} has no rows.`);
  }
}

async function textOf({ method, url, headers, body }: BenchRequest): Promise<string> {
  const response = await fetch(url, { method, headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}.`);
  return text;
}

const customerIds = (answer: string): string[] =>
  (JSON.parse(answer) as { rows: { id: string }[] }).rows.map(({ id }) => id.split("/").at(-1) ?? "");
