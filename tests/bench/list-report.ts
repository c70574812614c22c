import type { ListFigures, Way } from "./lists.ts";
import { against, milliseconds, perCent, table, times, whole } from "./table.ts";

/** How many times the bare server's p50 a call may take with 1 client (the targets). */
const MAX_TIMES: Record<ListFigures["name"], number> = {
  "first page": 8,
  "page at row 50,000": 8,
  "part of an email": 3,
  "part of a name": 1.5,
  "one day": 8,
};
/** Only these have a target with 16 clients. */
const WITH_SIXTEEN: readonly ListFigures["name"][] = ["first page", "page at row 50,000", "one day"];
const LEAST_SHARE_OF_RAW = 0.25;
/** The requests per second of a rendered page, as shares of the bare React page's. Milliseconds would measure the machine. */
const LEAST_SHARE_OF_BARE_PAGE = { one: 0.08, sixteen: 0.05 };
const MAX_GROWTH = 1.3;

/** The figures of one size of the mirror, as they were measured. */
export function figuresTable(figures: readonly ListFigures[]): string {
  const ways: [Way, string][] = [
    ["raw", "raw pg + Node"],
    ["api", "through /api"],
    ["bare page", "bare React page"],
    ["page", "rendered page"],
  ];
  const rows = figures.flatMap(({ name, ways: measured }) =>
    ways.map(([way, label]) => {
      const { one, sixteen } = measured[way];
      const cells = [one.p50, one.p95].map(milliseconds);
      return [
        `${name}, ${label}`,
        ...cells,
        whole(one.perSecond),
        ...[sixteen.p50, sixteen.p95].map(milliseconds),
        whole(sixteen.perSecond),
      ];
    }),
  );
  return table(["", "1 client p50", "p95", "req/s", "16 clients p50", "p95", "req/s"], rows);
}

/** The ratios to the bare server of the same run, each beside its target. */
export function ratiosTable(figures: readonly ListFigures[]): string {
  const rows = figures.map(({ name, ways }) => {
    const ratio = ways.api.one.p50 / ways.raw.one.p50;
    const share = ways.api.sixteen.perSecond / ways.raw.sixteen.perSecond;
    const pageShare = (clients: "one" | "sixteen") => {
      const share = ways.page[clients].perSecond / ways["bare page"][clients].perSecond;
      const least = LEAST_SHARE_OF_BARE_PAGE[clients];
      return against(perCent(share), share >= least, `>= ${perCent(least)}`);
    };
    return [
      name,
      against(times(ratio), ratio <= MAX_TIMES[name], `<= ${MAX_TIMES[name]}x`),
      WITH_SIXTEEN.includes(name)
        ? against(perCent(share), share >= LEAST_SHARE_OF_RAW, `>= ${perCent(LEAST_SHARE_OF_RAW)}`)
        : perCent(share),
      pageShare("one"),
      pageShare("sixteen"),
    ];
  });
  const headings = [
    "as ratios",
    "/api p50 to raw, 1 client",
    "/api req/s of raw's, 16 clients",
    "page req/s of bare React's, 1 client",
    "16 clients",
  ];
  return table(headings, rows);
}

/** How much slower each case is on the larger mirror. */
export function growthTable(small: readonly ListFigures[], large: readonly ListFigures[]): string {
  const rows = large.map(({ name, ways }, index) => {
    const before = small[index]?.ways;
    const growth = (way: Way) => {
      const ratio = before ? ways[way].one.p50 / before[way].one.p50 : Number.NaN;
      return against(times(ratio), ratio <= MAX_GROWTH, `<= ${MAX_GROWTH}x`);
    };
    const raw = before ? times(ways.raw.one.p50 / before.raw.one.p50) : "";
    return [name, growth("api"), growth("page"), raw];
  });
  return table(["1,000,000 against 100,000 customers, p50, 1 client", "/api", "page", "raw"], rows);
}
