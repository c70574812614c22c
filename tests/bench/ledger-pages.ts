import type { BenchBackroom } from "./backroom.ts";
import { SHOP } from "./backroom.ts";
import { benchEmail, fillCustomers, fillPostings } from "./ledger-fill.ts";
import { percentile } from "./load/plan.ts";
import { against, milliseconds, times, whole } from "./table.ts";

const CUSTOMERS = 20_000;
const PAGE = 10;
const ROUNDS = 11;
const FIRST_PAGE = "transactions?page=1";
/** What is narrowed by more than time has pages up to here. */
const LAST_OF_SEARCH = 10_000 / PAGE;

/** Fills a large ledger, and asks for its pages at their beginning, deep within and filtered. Lines for the report. */
export async function measureLedgerPages(backroom: BenchBackroom, postings: number): Promise<string[]> {
  const { call, database, databaseUrl } = backroom;
  await fillCustomers(database, CUSTOMERS);
  await fillPostings(database, CUSTOMERS, postings);
  const counting = await countTwice(databaseUrl);
  const deep = (share: number) => Math.min(100_000, Math.floor((postings / PAGE) * share));
  await timesOf(call, FIRST_PAGE);
  const lines = [
    `ledger of ${whole(postings)} postings, ${whole(postings * 2)} entries, each page in turn with the first one:`,
  ];
  for (const [name, query] of [
    ["at depth (half)", `page=${deep(0.5)}`],
    ["at depth (most)", `page=${deep(0.99)}`],
    ["one month", "startDate=03/01/2025&endDate=03/31/2025&page=1"],
    ["one month, at depth", "startDate=03/01/2025&endDate=03/31/2025&page=900"],
    ["amounts between 100 and 105", "creditAmount=100,105&page=1"],
    ["amounts, at depth", `creditAmount=100,105&page=${LAST_OF_SEARCH}`],
    ["created by", "createdByName=Clerk 7&page=1"],
    ["created by, at depth", `createdByName=Clerk 7&page=${LAST_OF_SEARCH}`],
    ["one customer", `customerEmail=${benchEmail(7)}&page=1`],
    ["search: one customer", `search=${benchEmail(77)}&page=1`],
    ["search: a reference", `search=Filled ${postings - 77}&page=1`],
    ["search: a part of many references", "search=illed 1&page=1"],
    ["search: the same, at depth", `search=illed 1&page=${LAST_OF_SEARCH}`],
    ["search: two characters", "search=77&page=1"],
    ["search: one character", "search=7&page=1"],
    ["search: two that nothing has", "search=zq&page=1"],
  ] as const) {
    const [first, time] = await timesOf(call, FIRST_PAGE, `transactions?${query}`);
    lines.push(
      `  ${name}: ${milliseconds(time)} ms, the first page ${milliseconds(first)} ms, ${against(times(time / first), time / first <= 2, "target 2x")}`,
    );
  }
  const [owed] = await timesOf(call, "liability");
  return [...lines, `  what is owed, by month: ${milliseconds(owed)} ms`, counting];
}

/** The hours' counts, from nothing and again as every five minutes. */
async function countTwice(databaseUrl: string): Promise<string> {
  process.env.DATABASE_URL = databaseUrl;
  const [{ countHours }, { closeDatabase }] = await Promise.all([
    import("~/domain/ledger/hourly-counts.server"),
    import("~/platform/db/pool.server"),
  ]);
  const taken: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const started = performance.now();
    await countHours.run(SHOP, new AbortController().signal);
    taken.push(milliseconds(performance.now() - started));
  }
  await closeDatabase();
  return `  hours counted in ${taken[0]} ms from nothing, in ${taken[1]} ms again`;
}

/** The median of each path's requests (milliseconds). They take turns: what else runs on the machine slows them alike. */
async function timesOf<Paths extends string[]>(
  call: BenchBackroom["call"],
  ...paths: Paths
): Promise<{ [Path in keyof Paths]: number }> {
  const taken = paths.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [place, path] of paths.entries()) {
      const started = performance.now();
      await call("GET", `/api/credits/${path}`);
      taken[place]?.push(performance.now() - started);
    }
  const medians = taken.map((each) =>
    percentile(
      each.toSorted((a, b) => a - b),
      0.5,
    ),
  );
  return medians as { [Path in keyof Paths]: number };
}
