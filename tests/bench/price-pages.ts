import { type BenchBackroom, ownersToken } from "./backroom.ts";
import type { LoadGenerator } from "./load/measure.ts";
import type { BenchRequest, LoadResult } from "./load/plan.ts";
import { benchSku, fillPrices } from "./price-fill.ts";
import { against, milliseconds, table, times, whole } from "./table.ts";

/** How many rows the price log and the list of Import Price have. */
export interface PriceSizes {
  entries: number;
  schedules: number;
}

/** A case of a list: addresses under `/api`, so many that no answer comes from a cache of one question. */
export interface PriceCase {
  name: string;
  paths: string[];
}

/** How much slower a case may be at p50 with ten times the rows and 1 client. */
const MAX_GROWTH = 1.3;
const ROUNDS = 3;
const VARIANTS = 100;
const LOG_PAGE = 10;
const LARGEST_PAGE = 100;
/** Where the deep pages of Import Price begin. */
const DEEP_ROW = 50_000;

const variants = <T>(each: (index: number) => T): T[] =>
  Array.from({ length: VARIANTS }, (_, index) => each(index));

/** The cases of the price log and of Import Price, on the rows that are there now. */
export async function priceCases(backroom: BenchBackroom, { entries }: PriceSizes): Promise<PriceCase[]> {
  const log = (query: string) => `/api/pricelog/list?per_page=${LOG_PAGE}&${query}`;
  const pages = Math.ceil(entries / LOG_PAGE);
  const around = (share: number) =>
    variants((index) => log(`page=${Math.max(1, Math.floor((pages - VARIANTS) * share) + index)}`));
  const day = (index: number) => new Date(Date.UTC(2022, 0, 1 + index * 17)).toISOString().slice(0, 10);
  return [
    { name: "price log, first page", paths: [log("page=1")] },
    { name: "price log, at half its depth", paths: around(0.5) },
    { name: "price log, the last pages", paths: around(1) },
    {
      name: "price log, one month",
      paths: variants((index) => log(`page=1&date_from=${day(index)}&date_to=${day(index + 2)}`)),
    },
    { name: "price log, one SKU", paths: variants((index) => log(`page=1&sku=${benchSku(index * 97)}`)) },
    {
      name: "price log, ten SKUs",
      paths: variants((index) => log(`page=1&sku=${benchSku(index * 97).slice(0, -1)}`)),
    },
    { name: "Import Price, first page", paths: ["/api/bulkprice/page"] },
    { name: "Import Price, behind row 50,000", paths: await deepPages(backroom) },
    { name: "Import Price, by SKU", paths: ["/api/bulkprice/page?sort=sku%20asc"] },
    {
      name: "Import Price, one SKU",
      paths: variants((index) => `/api/bulkprice/page?search=${benchSku(index * 97)}`),
    },
  ];
}

/** Found as a client finds them: by following the cursors of the pages before. */
async function deepPages({ call }: BenchBackroom): Promise<string[]> {
  const pageAfter = (cursor: string | null) =>
    `/api/bulkprice/page?pageSize=${LARGEST_PAGE}${cursor ? `&direction=next&last_id=${encodeURIComponent(cursor)}` : ""}`;
  let cursor: string | null = null;
  const paths: string[] = [];
  for (let row = 0; paths.length < VARIANTS; row += LARGEST_PAGE) {
    const page: { nextCursor: string | null } = await call("GET", pageAfter(cursor));
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
    if (row + LARGEST_PAGE >= DEEP_ROW) paths.push(pageAfter(cursor).replace(/pageSize=\d+/, "pageSize=25"));
  }
  // A small list has no such row. Its last page is compared then.
  return paths.length > 0 ? paths : [pageAfter(cursor)];
}

/** The requests of a case. The token is minted for each measurement: it lives 60 seconds. */
export function requestsOf({ paths }: PriceCase, { stack }: Pick<BenchBackroom, "stack">): BenchRequest[] {
  const headers = { authorization: `Bearer ${ownersToken()}` };
  return paths.map((path) => ({ method: "GET", url: stack.appUrl + path, headers }));
}

interface Figures {
  one: LoadResult;
  sixteen: LoadResult;
}

/** Measures the lists of prices at a tenth of the rows and at all of them. Lines for the report. */
export async function measurePricePages(
  backroom: BenchBackroom,
  load: LoadGenerator,
  { sizes, seconds }: { sizes: PriceSizes; seconds: number },
): Promise<string[]> {
  const tenth = { entries: sizes.entries / 10, schedules: sizes.schedules / 10 };
  const small = await measureAt(backroom, load, tenth, seconds);
  const large = await measureAt(backroom, load, sizes, seconds);
  const rows = [...large].map(([name, { one, sixteen }]) => {
    const before = small.get(name);
    const growth = before ? one.p50 / before.one.p50 : Number.NaN;
    return [
      name,
      milliseconds(before?.one.p50 ?? Number.NaN),
      milliseconds(one.p50),
      against(times(growth), growth <= MAX_GROWTH, `<= ${MAX_GROWTH}x`),
      whole(one.perSecond),
      milliseconds(sixteen.p50),
      milliseconds(sixteen.p95),
      whole(sixteen.perSecond),
    ];
  });
  const headings = ["", "p50 at a tenth", "p50", "growth", "req/s", "16 clients p50", "p95", "req/s"];
  return [
    `price log of ${whole(sizes.entries)} entries, ${whole(sizes.schedules)} scheduled prices; milliseconds, the best of three rounds`,
    table(headings, rows),
  ];
}

/** The best of the rounds counts: what else runs on the machine can only slow a round down. */
async function measureAt(
  backroom: BenchBackroom,
  load: LoadGenerator,
  sizes: PriceSizes,
  seconds: number,
): Promise<Map<string, Figures>> {
  await fillPrices(backroom.database, sizes.entries, sizes.schedules);
  const cases = await priceCases(backroom, sizes);
  const run = (each: PriceCase, clients: number, length = seconds / ROUNDS) =>
    load.run({ requests: requestsOf(each, backroom), clients, seconds: length });
  const figures = new Map<string, Figures>();
  for (let round = 0; round < ROUNDS; round++)
    for (const each of cases) {
      await run(each, 8, seconds / ROUNDS / 2);
      const now = { one: await run(each, 1), sixteen: await run(each, 16) };
      const before = figures.get(each.name) ?? now;
      figures.set(each.name, {
        one: now.one.p50 < before.one.p50 ? now.one : before.one,
        sixteen: now.sixteen.perSecond > before.sixteen.perSecond ? now.sixteen : before.sixteen,
      });
    }
  return figures;
}
