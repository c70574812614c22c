import { type BenchBackroom, ownersToken, SHOP } from "./backroom.ts";
import type { Baseline } from "./baseline/start.ts";
import { DEEP_ROW, type ListCase, listCases } from "./cases.ts";
import type { LoadGenerator } from "./load/measure.ts";
import type { BenchRequest, LoadResult } from "./load/plan.ts";

/** What is measured: the app's API and page, and the bare server's answers to the same questions. */
export const WAYS = ["raw", "api", "bare page", "page"] as const;
export type Way = (typeof WAYS)[number];

/** The case's figures with 1 and with 16 clients. */
export interface ListFigures {
  name: ListCase["name"];
  ways: Record<Way, { one: LoadResult; sixteen: LoadResult }>;
}

/** What is measured with what. */
export interface Instruments {
  backroom: BenchBackroom;
  baseline: Baseline;
  load: LoadGenerator;
  /** How long each figure is measured in a round. */
  seconds: number;
}

/** Measures every case on the mirror as it is filled now. */
export async function measureLists(
  instruments: Instruments,
  say: (line: string) => void,
): Promise<ListFigures[]> {
  const cases = await listCases(instruments.backroom, DEEP_ROW);
  await warmUp(cases, instruments);
  const best = new Map<ListCase, ListFigures["ways"]>();
  for (let round = 1; round <= ROUNDS; round++) {
    say(`  round ${round} of ${ROUNDS} …`);
    // Each begins with another case, so that none is always measured after the same one.
    for (const index of cases.keys()) {
      const each = cases[(round + index) % cases.length] as ListCase;
      best.set(each, await measureCase(each, instruments, best.get(each)));
    }
  }
  return cases.map((each) => ({ name: each.name, ways: best.get(each) as ListFigures["ways"] }));
}

/** Many short ones, so that some fall into calm moments of a machine that is shared. */
export const ROUNDS = 24;
const WARM_UP_ROUNDS = 14;

/**
 * A round of a case, in which the ways take turns, or what an earlier round measured better: what else runs on the machine can only slow
 * a round down. The rounds of a case lie apart, because that often lasts seconds, and sometimes minutes.
 */
async function measureCase(
  each: ListCase,
  instruments: Instruments,
  before?: ListFigures["ways"],
): Promise<ListFigures["ways"]> {
  const ways = {} as ListFigures["ways"];
  for (const way of WAYS) {
    const measure = (clients: number) =>
      // The token is minted for each measurement: it lives 60 seconds.
      instruments.load.run({
        requests: requestsFor(way, each, instruments),
        clients,
        seconds: instruments.seconds,
      });
    const now = { one: await measure(1), sixteen: await measure(16) };
    const earlier = before?.[way] ?? now;
    ways[way] = {
      one: now.one.p50 < earlier.one.p50 ? now.one : earlier.one,
      sixteen: now.sixteen.perSecond > earlier.sixteen.perSecond ? now.sixteen : earlier.sixteen,
    };
  }
  return ways;
}

/** Lets both servers' code become as fast as it gets before the first figure is taken. */
async function warmUp(cases: readonly ListCase[], instruments: Instruments): Promise<void> {
  for (const way of WAYS) {
    const requests = cases.flatMap((each) => requestsFor(way, each, instruments).slice(0, 20));
    await instruments.load.run({ requests, clients: 8, seconds: instruments.seconds * WARM_UP_ROUNDS });
  }
}

/** The requests of a case, one for each variant. */
export function requestsFor(
  way: Way,
  { variants }: Pick<ListCase, "variants">,
  { backroom, baseline }: Pick<Instruments, "backroom" | "baseline">,
): BenchRequest[] {
  const token = ownersToken();
  const appUrl = backroom.stack.appUrl;
  const json = { "content-type": "application/json" };
  return variants.map(({ call, page, question }): BenchRequest => {
    switch (way) {
      case "api":
        return {
          method: "POST",
          url: `${appUrl}/api/students/pending?${call.query}`,
          headers: { ...json, authorization: `Bearer ${token}` },
          body: JSON.stringify(call.body),
        };
      case "page":
        return {
          method: "GET",
          url: `${appUrl}/students?tab=pending${page}&${embedded(token)}`,
          headers: {
            accept: "text/html",
            "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/150 Safari/537.36",
          },
        };
      default:
        return {
          method: "POST",
          url: `${baseline.url}/${way === "raw" ? "rows" : "page"}`,
          headers: json,
          body: JSON.stringify(question),
        };
    }
  });
}

/** What Shopify's admin adds to the address of the app's frame. */
function embedded(token: string): string {
  const host = Buffer.from("admin.shopify.com/store/backroom-demo").toString("base64url");
  return new URLSearchParams({ embedded: "1", shop: SHOP, host, id_token: token }).toString();
}
