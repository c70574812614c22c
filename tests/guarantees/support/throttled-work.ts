import { type Finding, percentile } from "./promise.ts";

/** Bulk work leaves a fifth of the bucket. Once it is down there, the plan's rate is all that there is. */
const DRAINED_BELOW = 2_000 * 0.2 + 60;
/** The points per second of the plan Basic, under which work is measured. */
const RATE = 100;
/** Under a minute on a quiet machine. */
const DRAINED_WITHIN_MS = 180_000;
const BETWEEN_CLICKS_MS = 500;

interface AdminAnswer {
  at: number;
  points: number;
  available: number;
  throttled: boolean;
}

/** How the store's rate limit was used while one person worked beside a job. */
export interface Throttled {
  answers: readonly AdminAnswer[];
  from: number;
  to: number;
  /** How long each of the person's actions took (milliseconds). */
  clicks: readonly number[];
}

/** At least 95 % of the rate used, at most 1 % throttled, and a person waits at most 2 s. */
export function judgeThrottled({ answers: all, from, to, clicks }: Throttled): Finding {
  const answers = all.filter(({ at }) => at >= from && at <= to);
  const points = answers.reduce((sum, answer) => sum + answer.points, 0);
  const used = points / (((to - from) / 1000) * RATE);
  const throttled = answers.filter((answer) => answer.throttled).length / Math.max(answers.length, 1);
  const p95 = percentile(clicks, 0.95);
  const inPerCent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return {
    passed: throttled <= 0.01 && used >= 0.95 && p95 <= 2_000 && clicks.length > 0,
    figure: `${answers.length} answers, ${inPerCent(throttled)} throttled, ${inPerCent(used)} of the rate used, ${clicks.length} clicks with p95 ${Math.round(p95)} ms`,
  };
}

/**
 * Has a person click while a job works, once the points saved up before are gone.
 * @param work runs until its signal aborts
 * @param click does the person's next action
 */
export async function workBeside(
  work: (signal: AbortSignal) => Promise<void>,
  click: (index: number) => Promise<unknown>,
  seconds: number,
): Promise<Throttled> {
  const watched = watchAdminApi();
  const stops = new AbortController();
  const working = work(stops.signal).catch((error) => {
    if (!stops.signal.aborted) throw error;
  });
  try {
    await watched.until(({ available }) => available < DRAINED_BELOW);
    const clicks: number[] = [];
    const from = performance.now();
    const end = from + seconds * 1000;
    for (let index = 0; performance.now() < end; index += 1) {
      const clicked = performance.now();
      await click(index);
      clicks.push(performance.now() - clicked);
      const rest = BETWEEN_CLICKS_MS - (performance.now() - clicked);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
    }
    return { answers: watched.answers, from, to: performance.now(), clicks };
  } finally {
    stops.abort();
    await working;
    watched.end();
  }
}

/** Listens to every answer of the Admin API that passes through this process. */
function watchAdminApi() {
  const answers: AdminAnswer[] = [];
  let notify: () => void = () => {};
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init);
    if (!String(input instanceof Request ? input.url : input).includes("/graphql.json")) return response;
    const text = await response.clone().text();
    const { errors, extensions } = JSON.parse(text.startsWith("{") ? text : "{}");
    answers.push({
      at: performance.now(),
      points: extensions?.cost?.actualQueryCost ?? 0,
      available: extensions?.cost?.throttleStatus?.currentlyAvailable ?? Number.POSITIVE_INFINITY,
      throttled: response.status === 429 || errors?.[0]?.extensions?.code === "THROTTLED",
    });
    notify();
    return response;
  };
  return {
    answers,
    until: (fits: (answer: AdminAnswer) => boolean) =>
      new Promise<void>((resolve, reject) => {
        const limit = setTimeout(
          () => reject(new Error(`The bucket was not drained within ${DRAINED_WITHIN_MS / 1_000} s.`)),
          DRAINED_WITHIN_MS,
        );
        notify = () => {
          const last = answers.at(-1);
          if (!last || !fits(last)) return;
          clearTimeout(limit);
          notify = () => {};
          resolve();
        };
      }),
    end() {
      globalThis.fetch = realFetch;
    },
  };
}
