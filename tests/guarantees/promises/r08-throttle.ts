import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { addPendingStudents, setFaults, setPlan, startApproval } from "../support/approvals.ts";
import { type BackroomPromise, percentile } from "../support/promise.ts";

const RATE = 100;
const BETWEEN_CLICKS_MS = 500;
/** Bulk work leaves a fifth of the bucket; once it is down there, the plan's rate is all that there is. */
const DRAINED_BELOW = 2_000 * 0.2 + 60;

interface AdminAnswer {
  at: number;
  points: number;
  available: number;
  throttled: boolean;
}

export const throttle: BackroomPromise = {
  id: "R8",
  says: "throttle of 100 points/s: bulk work beside people",
  async test(shop, scale) {
    const seconds = scale === "small" ? 10 : 120;
    setFaults(shop.localStore, DEMO);
    await setPlan(shop.localStore, DEMO, "BASIC");
    const ids = await addPendingStudents(shop.localStore, DEMO, 100 + seconds * 6, "Throttled");
    const jobId = await startApproval(shop, DEMO, ids);
    const watched = watchAdminApi();
    const stops = new AbortController();
    const work = runUntil(jobId, stops.signal);
    try {
      await watched.until((answer) => answer.available < DRAINED_BELOW);
      const { from, to, clicks } = await clickFor(shop, ids, seconds);
      return judge(watched.answers, from, to, clicks);
    } finally {
      stops.abort();
      await work;
      watched.end();
      await setPlan(shop.localStore, DEMO, "PLUS");
    }
  },
};

function judge(all: readonly AdminAnswer[], from: number, to: number, clicks: readonly number[]) {
  const answers = all.filter(({ at }) => at >= from && at <= to);
  const points = answers.reduce((sum, answer) => sum + answer.points, 0);
  const used = points / (((to - from) / 1000) * RATE);
  const throttled = answers.filter((answer) => answer.throttled).length / Math.max(answers.length, 1);
  const p95 = percentile(clicks, 0.95);
  const inPerCent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return {
    kept: throttled <= 0.01 && used >= 0.95 && p95 <= 2_000 && clicks.length > 0,
    figure: `${answers.length} answers, ${inPerCent(throttled)} throttled, ${inPerCent(used)} of the rate used, ${clicks.length} clicks with p95 ${Math.round(p95)} ms`,
  };
}

/** Opens one customer after the other. @returns how long each took, in milliseconds */
async function clickFor(shop: TestShop, ids: readonly number[], seconds: number) {
  const { signedInCalls } = await import("../../support/calls.ts");
  const calls = await signedInCalls(shop);
  const clicks: number[] = [];
  const from = performance.now();
  const end = from + seconds * 1000;
  for (let index = 0; performance.now() < end; index += 1) {
    const clicked = performance.now();
    await calls.customers.detail({ id: String(ids[index % ids.length]) });
    clicks.push(performance.now() - clicked);
    const rest = BETWEEN_CLICKS_MS - (performance.now() - clicked);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
  }
  return { from, to: performance.now(), clicks };
}

async function runUntil(jobId: string, signal: AbortSignal): Promise<void> {
  const [{ runJob }, { decideManyJob }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/registrations/decide-many.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[decideManyJob.name, decideManyJob]]), signal).catch((error) => {
    if (!signal.aborted) throw error;
  });
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
        const limit = setTimeout(() => reject(new Error("The bucket was not drained within 60 s.")), 60_000);
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
