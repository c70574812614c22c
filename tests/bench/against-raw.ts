import { type BenchBackroom, ownersToken } from "./backroom.ts";
import type { Query } from "./baseline/queries.ts";
import type { Baseline } from "./baseline/start.ts";
import type { LoadGenerator } from "./load/measure.ts";
import type { BenchRequest, LoadResult } from "./load/plan.ts";
import { against, milliseconds, perCent, times, whole } from "./table.ts";

/** A case of a list: enough addresses under `/api` that no answer comes from a cache of one query. */
export interface CallCase {
  name: string;
  paths: string[];
  /** These pages as the bare server reads them. */
  queries: Query[];
}

/** A case with 1 and with 16 clients. */
interface Figures {
  one: LoadResult;
  sixteen: LoadResult;
}

export type BothFigures = Record<"app" | "raw", Figures>;

/** How much slower than the bare server a case may be at p50 with 1 client. */
const MAX_SLOWER = 4;
/** The share of the bare server's requests per second that a case reaches with 16 clients. */
const MIN_SHARE = 0.3;
const ROUNDS = 3;

/** The requests of a case. The token is minted for each measurement: it lives 60 seconds. */
export function requestsOf({ paths }: CallCase, { stack }: Pick<BenchBackroom, "stack">): BenchRequest[] {
  const headers = { authorization: `Bearer ${ownersToken()}` };
  return paths.map((path) => ({ method: "GET", url: stack.appUrl + path, headers }));
}

/** The bare server's figures. */
export function rawRequestsOf({ queries }: CallCase, { url }: Pick<Baseline, "url">): BenchRequest[] {
  const headers = { "content-type": "application/json" };
  return queries.map((query) => ({
    method: "POST",
    url: `${url}/query`,
    headers,
    body: JSON.stringify(query),
  }));
}

/**
 * Measures each case of the app and of the bare server in turns. The best of the rounds counts: what else runs on the machine can only
 * slow a round down.
 * @param seconds how long each figure is measured, over all rounds
 */
export async function measureAgainstRaw(
  cases: readonly CallCase[],
  { backroom, baseline, load }: { backroom: BenchBackroom; baseline: Baseline; load: LoadGenerator },
  seconds: number,
): Promise<Map<string, BothFigures>> {
  const figures = new Map<string, BothFigures>();
  const run = (requests: BenchRequest[], clients: number, length = seconds / ROUNDS) =>
    load.run({ requests, clients, seconds: length });
  /** The token is minted for each measurement, so the requests are made for each. */
  const measure = async (requests: () => BenchRequest[], before?: Figures): Promise<Figures> => {
    await run(requests(), 8, seconds / ROUNDS / 2);
    const now = { one: await run(requests(), 1), sixteen: await run(requests(), 16) };
    return {
      one: before && before.one.p50 <= now.one.p50 ? before.one : now.one,
      sixteen: before && before.sixteen.perSecond >= now.sixteen.perSecond ? before.sixteen : now.sixteen,
    };
  };
  for (let round = 0; round < ROUNDS; round++)
    for (const each of cases) {
      const before = figures.get(each.name);
      figures.set(each.name, {
        app: await measure(() => requestsOf(each, backroom), before?.app),
        raw: await measure(() => rawRequestsOf(each, baseline), before?.raw),
      });
    }
  return figures;
}

/** The headings of `againstRaw`. */
export const AGAINST_RAW = ["raw p50", "to raw", "16 clients p95", "req/s", "raw req/s", "of raw"];

/** The columns that compare a case with the bare server. */
export function againstRaw({ app, raw }: BothFigures): string[] {
  const slower = app.one.p50 / raw.one.p50;
  const share = app.sixteen.perSecond / raw.sixteen.perSecond;
  return [
    milliseconds(raw.one.p50),
    against(times(slower), slower <= MAX_SLOWER, `<= ${MAX_SLOWER}x`),
    milliseconds(app.sixteen.p95),
    whole(app.sixteen.perSecond),
    whole(raw.sixteen.perSecond),
    against(perCent(share), share >= MIN_SHARE, `>= ${perCent(MIN_SHARE)}`),
  ];
}
