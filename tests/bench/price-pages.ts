import { setTimeout as wait } from "node:timers/promises";
import {
  AGAINST_RAW,
  againstRaw,
  type BothFigures,
  type CallCase,
  measureAgainstRaw,
} from "./against-raw.ts";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import {
  firstSchedules,
  type LogPlace,
  logDays,
  logPage,
  logSku,
  schedulesAfter,
  schedulesOfSku,
} from "./baseline/price-queries.ts";
import type { Query } from "./baseline/queries.ts";
import { startBaseline } from "./baseline/start.ts";
import type { LoadGenerator } from "./load/measure.ts";
import { benchSku, fillPrices, type PriceSizes, priceSizes } from "./price-fill.ts";
import { against, milliseconds, table, times, whole } from "./table.ts";

/** How much slower a case may be at p50 with ten times the variants and rows and 1 client. */
const MAX_GROWTH = 1.3;
const VARIANTS = 100;
const LOG_PAGE = 10;
const SCHEDULES_PAGE = 25;
/** Where the deep pages of Import Price begin. */
const DEEP_ROW = 50_000;
/** How many pages are measured there. Each has to be read before. */
const DEEP_PAGES = 20;

const variants = <T>(each: (index: number) => T): T[] =>
  Array.from({ length: VARIANTS }, (_, index) => each(index));

/** The cases of the price log and of Import Price, on the rows that are there now. */
export async function priceCases(backroom: BenchBackroom, sizes: PriceSizes): Promise<CallCase[]> {
  const log = (query: string) => `/api/pricelog/list?per_page=${LOG_PAGE}&${query}`;
  const pages = Math.ceil(sizes.entries / LOG_PAGE);
  const around = async (name: string, share: number): Promise<CallCase> => {
    const first = Math.max(1, Math.floor((pages - VARIANTS) * share));
    const places = await logPlaces(backroom, first);
    return {
      name,
      paths: places.map((_place, index) => log(`page=${first + index}`)),
      queries: places.map(logPage),
    };
  };
  const day = (index: number) => new Date(Date.UTC(2022, 0, 1 + index * 17)).toISOString().slice(0, 10);
  const sku = (index: number) => benchSku(index * 97, sizes);
  const [newest] = await logPlaces(backroom, 1);
  const deep = await deepPages(backroom);
  return [
    { name: "price log, first page", paths: [log("page=1")], queries: newest ? [logPage(newest)] : [] },
    await around("price log, at half its depth", 0.5),
    await around("price log, the last pages", 1),
    {
      name: "price log, three days",
      paths: variants((index) => log(`page=1&date_from=${day(index)}&date_to=${nextDay(day(index), 2)}`)),
      queries: variants((index) => logDays(day(index), nextDay(day(index), 3))),
    },
    {
      name: "price log, one SKU",
      paths: variants((index) => log(`page=1&sku=${sku(index)}`)),
      queries: variants((index) => logSku(sku(index))),
    },
    {
      name: "price log, ten SKUs",
      paths: variants((index) => log(`page=1&sku=${sku(index).slice(0, -1)}`)),
      queries: variants((index) => logSku(sku(index).slice(0, -1))),
    },
    {
      name: "Import Price, first page",
      paths: ["/api/bulkprice/page"],
      queries: [firstSchedules("due")],
    },
    { name: "Import Price, behind row 50,000", ...deep },
    {
      name: "Import Price, by SKU",
      paths: ["/api/bulkprice/page?sort=sku%20asc"],
      queries: [firstSchedules("sku, id")],
    },
    {
      name: "Import Price, one SKU",
      paths: variants((index) => `/api/bulkprice/page?search=${sku(index)}`),
      queries: variants((index) => schedulesOfSku(sku(index))),
    },
  ];
}

const nextDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The first rows of this many pages of the log, from a page on. */
async function logPlaces({ database }: BenchBackroom, firstPage: number): Promise<LogPlace[]> {
  const { rows } = await database.query<LogPlace>(
    `SELECT changed_at::text AS "changedAt", id::text FROM (
       SELECT changed_at, id, row_number() OVER () AS place FROM (
         SELECT changed_at, id FROM price_log WHERE shop = $1 ORDER BY changed_at DESC, id DESC LIMIT $2 OFFSET $3
       ) AS pages) AS rows WHERE (place - 1) % $4 = 0 ORDER BY place`,
    [SHOP, VARIANTS * LOG_PAGE, (firstPage - 1) * LOG_PAGE, LOG_PAGE],
  );
  return rows;
}

/** Found as a client finds them: by following the cursors of the pages before. */
async function deepPages({ call }: BenchBackroom): Promise<Pick<CallCase, "paths" | "queries">> {
  const pageAfter = (cursor: string | null) =>
    `/api/bulkprice/page?sort=effectiveDate%20desc${cursor ? `&direction=next&last_id=${encodeURIComponent(cursor)}` : ""}`;
  let cursor: string | null = null;
  const [paths, queries]: [string[], Query[]] = [[], []];
  let last: LogPlace | undefined;
  for (let row = 0; paths.length < DEEP_PAGES; row += SCHEDULES_PAGE) {
    const page: SchedulesPage = await retried(() => call("GET", pageAfter(cursor)));
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
    const { id = "", effectiveAt = "" } = page.rows.at(-1) ?? {};
    last = { id, changedAt: effectiveAt };
    if (row + SCHEDULES_PAGE < DEEP_ROW) continue;
    paths.push(pageAfter(cursor));
    queries.push(schedulesAfter(last));
  }
  // A small list has no such row. Its last page is compared then.
  return paths.length > 0
    ? { paths, queries }
    : { paths: [pageAfter(cursor)], queries: last ? [schedulesAfter(last)] : [] };
}

interface SchedulesPage {
  nextCursor: string | null;
  rows: { id: string; effectiveAt: string }[];
}

const ATTEMPTS = 20;

/** A busy machine has the app refuse requests for some seconds. */
async function retried<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await read();
    } catch (error) {
      if (attempt === ATTEMPTS || !String(error).includes("answered 503")) throw error;
      await wait(1_000);
    }
}

/** Measures the lists of prices at a tenth of the rows and at all of them. Lines for the report. */
export async function measurePricePages(
  backroom: BenchBackroom,
  load: LoadGenerator,
  { sizes, seconds }: { sizes: PriceSizes; seconds: number },
): Promise<string[]> {
  const tenth = priceSizes(sizes.entries / 10);
  const small = await measureAt(backroom, load, tenth, seconds);
  const large = await measureAt(backroom, load, sizes, seconds);
  const rows = [...large].map(([name, both]) => {
    const before = small.get(name)?.app.one.p50 ?? Number.NaN;
    const growth = both.app.one.p50 / before;
    return [
      name,
      milliseconds(before),
      milliseconds(both.app.one.p50),
      against(times(growth), growth <= MAX_GROWTH, `<= ${MAX_GROWTH}x`),
      ...againstRaw(both),
    ];
  });
  const headings = ["", "p50 at a tenth", "p50", "growth", ...AGAINST_RAW];
  return [
    `${whole(sizes.variants)} variants, price log of ${whole(sizes.entries)} entries, ${whole(sizes.schedules)} scheduled prices; milliseconds, the best of three rounds`,
    table(headings, rows),
  ];
}

async function measureAt(
  backroom: BenchBackroom,
  load: LoadGenerator,
  sizes: PriceSizes,
  seconds: number,
): Promise<Map<string, BothFigures>> {
  await fillPrices(backroom.database, sizes);
  const cases = await priceCases(backroom, sizes);
  const baseline = await startBaseline(backroom.databaseUrl, SHOP);
  try {
    return await measureAgainstRaw(cases, { backroom, baseline, load }, seconds);
  } finally {
    await baseline.stop();
  }
}
