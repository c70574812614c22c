import { DEMO, type TestShop } from "../../support/test-shop.ts";
import {
  addPendingStudents,
  countAuditEntries,
  isApproved,
  itemsOf,
  runDecisions,
  setFaults,
  setPlan,
  startApproval,
  tagsOf,
} from "../support/approvals.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

/** Together 30 % of all requests. */
const FAULTS = {
  throttled: 0.06,
  tooManyRequests: 0.06,
  serverError: 0.06,
  cutAfterCommit: 0.05,
  timeoutAfterCommit: 0.01,
  userError: 0.06,
};
const MAX_RETRIES = 40;

export const faultyAdminApi: BackroomPromise = {
  id: "R6",
  title: "Admin API with 30 % 429, 5xx, timeouts, userErrors during bulk approvals",
  async test(shop, scale) {
    const count = scale === "small" ? 200 : 10_000;
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const { store } = shop.localStore;
    await setPlan(shop.localStore, DEMO, "ENTERPRISE");
    const ids = await addPendingStudents(shop.localStore, DEMO, count, "Faulty");
    const jobId = await startApproval(shop, DEMO, ids);
    setFaults(shop.localStore, DEMO, FAULTS, seed);
    try {
      await runDecisions(DEMO, jobId);
      const first = await checkAgainstStore(shop, jobId);
      const passes = 1 + (await retryUntilDone(jobId));
      const last = await checkAgainstStore(shop, jobId);
      const struck = Object.values(store.counters.of(DEMO).faults).reduce((sum, number) => sum + number, 0);
      return finding(
        `${count} approvals, ${struck} faults, ${first.failed.size} rows reported as failed at first, ${passes} passes (seed ${seed})`,
        {
          missed: last.notApproved,
          doubled: doubled(shop, ids, first.failed) + last.notAuditedOnce,
          "reported done that are not": first.saidDoneButIsNot + last.saidDoneButIsNot,
          "failed without a word": first.silent,
          "faults missing": struck > count * 0.2 ? 0 : 1,
        },
      );
    } finally {
      setFaults(shop.localStore, DEMO);
      await setPlan(shop.localStore, DEMO, "PLUS");
    }
  },
};

/** Compares the outcomes of the job's rows with the store. */
async function checkAgainstStore(shop: TestShop, jobId: string) {
  const items = await itemsOf(jobId);
  const ids = items.map(({ customerId }) => customerId);
  const [tags, audits] = await Promise.all([tagsOf(shop.localStore, ids), countAuditEntries(DEMO, ids)]);
  const failed = items.filter(({ state }) => state === "failed");
  return {
    failed: new Set(failed.map(({ customerId }) => customerId)),
    silent: items.filter(({ state, message }) => state !== "done" && !(state === "failed" && message)).length,
    saidDoneButIsNot: items.filter(
      ({ state, customerId }) => state === "done" && !isApproved(tags.get(customerId)),
    ).length,
    notApproved: ids.filter((id) => !isApproved(tags.get(id))).length,
    notAuditedOnce: ids.filter((id) => audits.get(id) !== 1).length,
  };
}

async function retryUntilDone(jobId: string): Promise<number> {
  const [{ retryFailedItems }, { withShop }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  for (let retries = 0; retries < MAX_RETRIES; retries += 1) {
    if ((await itemsOf(jobId)).every(({ state }) => state === "done")) return retries;
    await withShop(DEMO, (tx) => retryFailedItems(tx, DEMO, jobId));
    await runDecisions(DEMO, jobId);
  }
  return MAX_RETRIES;
}

/**
 * Students whose tags were effectively changed more than once. A failed row was restored and changed again by the retry, so each of
 * its changes has a counterpart.
 */
function doubled({ localStore }: TestShop, ids: readonly number[], failed: ReadonlySet<number>): number {
  const { tagsAdd = {}, tagsRemove = {} } = localStore.store.counters.of(DEMO).effective;
  return ids.filter((id) => {
    const [added = 0, removed = 0] = [tagsAdd[id], tagsRemove[id]];
    return added !== removed || added < 1 || (added > 1 && !failed.has(id));
  }).length;
}
