import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { addPendingStudents, setFaults, setPlan, startApproval } from "../support/approvals.ts";
import type { BackroomPromise } from "../support/promise.ts";
import { judgeThrottled, workBeside } from "../support/throttled-work.ts";

export const throttle: BackroomPromise = {
  id: "R8",
  title: "throttle of 100 points/s: bulk work beside people",
  // What it adds to the rules is speed, which a run beside other work can't judge.
  provenBy: "tests/unit/connectors/budget.test.ts",
  async test(shop, scale) {
    const seconds = scale === "small" ? 10 : 120;
    setFaults(shop.localStore, DEMO);
    await setPlan(shop.localStore, DEMO, "BASIC");
    try {
      const ids = await addPendingStudents(shop.localStore, DEMO, 100 + seconds * 6, "Throttled");
      const jobId = await startApproval(shop, DEMO, ids);
      const openCustomer = await customerOpener(shop, ids);
      return judgeThrottled(await workBeside((signal) => runApproval(jobId, signal), openCustomer, seconds));
    } finally {
      await setPlan(shop.localStore, DEMO, "PLUS");
    }
  },
};

/** A person who opens one customer after the other. */
async function customerOpener(shop: TestShop, ids: readonly number[]) {
  const { signedInCalls } = await import("../../support/calls.ts");
  const { customers } = await signedInCalls(shop);
  return (index: number) => customers.detail({ id: String(ids[index % ids.length]) });
}

async function runApproval(jobId: string, signal: AbortSignal): Promise<void> {
  const [{ runJob }, { decideManyJob }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/registrations/decide-many.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[decideManyJob.name, decideManyJob]]), signal);
}
