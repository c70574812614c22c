import { signedInCalls } from "../../support/calls.ts";
import { DEMO } from "../../support/test-shop.ts";
import { addPendingStudents, setFaults, setPlan } from "../support/approvals.ts";
import { addPricedProducts, schedulePrices } from "../support/priced-products.ts";
import type { BackroomPromise } from "../support/promise.ts";
import { judgeThrottled, workBeside } from "../support/throttled-work.ts";
import { until } from "../support/until.ts";

/** The most by which the moment that a check names may differ. */
const MAX_DEVIATION = 0.1;

/** Scheduled prices under the rate limit of Shopify's smallest plan: alone for the estimate, then beside a person. */
export const priceThrottle: BackroomPromise = {
  id: "R8b",
  title:
    "throttle of 100 points/s: scheduled prices end at the estimated moment, and leave a person room for single edits",
  provenBy: "tests/unit/functions/rate-estimate.test.ts",
  async test(shop, scale) {
    const seconds = scale === "small" ? 10 : 120;
    const calls = await signedInCalls(shop);
    setFaults(shop.localStore, DEMO);
    const alone = 200 + seconds * 5;
    await addPricedProducts(shop, alone, "ALONE");
    await addPricedProducts(shop, 200 + seconds * 10, "BESIDE");
    const students = await addPendingStudents(shop.localStore, DEMO, 20 + seconds * 2, "Besides");
    // Only now: reading the products would use up the points that the estimate expects of a shop that was idle.
    await setPlan(shop.localStore, DEMO, "BASIC");
    try {
      const { estimateEnd } = await import("~/functions/bulkprice/send-prices.server");
      const begun = await startScheduled("ALONE");
      const startedAt = performance.now();
      await runApply(begun, new AbortController().signal);
      const took = (performance.now() - startedAt) / 1000;
      const estimated = estimateEnd([{ at: 0, products: alone, tagged: 0 }], 100) / 1000;
      const deviation = estimated / took - 1;

      const jobId = await startScheduled("BESIDE");
      const approveNext = (index: number) =>
        calls.customers.changeStatus({
          ids: { id: `gid://shopify/Customer/${students[index]}` },
          removeTag: "Pending",
          addTag: "Approved",
        });
      const { passed, figure } = judgeThrottled(
        await workBeside((signal) => runApply(jobId, signal), approveNext, seconds),
      );
      return {
        passed: passed && Math.abs(deviation) <= MAX_DEVIATION,
        figure: `${alone} products alone in ${took.toFixed(1)} s, estimated ${estimated.toFixed(1)} s (${(deviation * 100).toFixed(1)} %); beside a person: ${figure}`,
      };
    } finally {
      await setPlan(shop.localStore, DEMO, "PLUS");
    }
  },
};

/** Schedules a price for each of these SKUs, and starts their job when they are due. @returns its id */
async function startScheduled(prefix: string): Promise<string> {
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const dueAt = await schedulePrices(prefix);
  await until("the prices are due", async () => Date.now() > +dueAt);
  const [jobId = ""] = await startDuePrices(DEMO, new Date());
  return jobId;
}

async function runApply(jobId: string, signal: AbortSignal): Promise<void> {
  const [{ applyPricesJob }, { runJob }] = await Promise.all([
    import("~/functions/bulkprice/apply-prices.server"),
    import("~/platform/jobs/run-job.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[applyPricesJob.name, applyPricesJob]]), signal);
}
