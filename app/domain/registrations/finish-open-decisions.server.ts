import { liveAdminApi } from "~/connectors/shopify/live.server";
import { kindsOf } from "~/domain/customers/kinds";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import type { Decision, DecisionTools } from "./decision";
import {
  completeDecision,
  type DecisionRow,
  isLeftOpen,
  releaseDecision,
  takeOver,
} from "./decision-record.server";
import { type Attempt, endLease, holdLease, LostLease } from "./lease.server";
import { publishPerson, readThrough } from "./read-through.server";
import { hasStatusTag, type Registration, type RegistrationStatus } from "./status";
import { isDone, putBack } from "./status-tags.server";
import { registrationDecisions } from "./tables.server";

/** What finishing needs from around it. */
type FinishTools = Pick<DecisionTools, "shop" | "adminApi" | "clock" | "call">;

/** A request whose answer was lost is given this long to come to rest in the store (milliseconds). */
const LOOK_AFTER_MS = 5_000;

/**
 * Finishes decisions that were opened and then left: their process died, or Shopify's answer was lost. What the store shows
 * decides: there, it was done; not there, it was not.
 */
export const finishOpenDecisions: Task = {
  name: "registrations.finish-open-decisions",
  schedule: "* * * * *",
  async run(shop, signal) {
    const left = await withShop(shop, (tx) =>
      tx
        .select()
        .from(registrationDecisions)
        .where(isLeftOpen(shop))
        .orderBy(registrationDecisions.startedAt),
    );
    const tools: FinishTools = {
      shop,
      adminApi: liveAdminApi(shop),
      clock: systemClock,
      call: { priority: "bulk", signal },
    };
    for (const row of left) {
      if (signal.aborted) return;
      // One that cannot be looked up now must not hold up the others; the next run takes it again.
      await finishDecision(tools, row).catch((error) =>
        log.warn({ shop, decision: row.id, err: error }, "an open decision could not be finished yet"),
      );
    }
  },
};

/** Ends an attempt whose outcome is not known: its lease ends now, and the decision is looked up soon. */
export async function leaveOpen(shop: string, attempt: Attempt): Promise<void> {
  await withShop(shop, async (tx) => {
    await endLease(tx, shop, attempt);
    await requestTask(finishOpenDecisions, shop, { tx, startAfter: new Date(Date.now() + LOOK_AFTER_MS) });
  });
}

/**
 * Finishes one decision that was left open, unless somebody else does.
 * @throws a 502 refusal when Shopify could not be asked; the decision then stays open
 */
export async function finishDecision(tools: FinishTools, left: DecisionRow): Promise<void> {
  const { shop } = tools;
  const attempt = await takeOver(left);
  if (!attempt) return;
  const lease = holdLease(shop, attempt);
  try {
    const fenced = { ...tools, call: { ...tools.call, beforeSending: lease.assertHeld } };
    await settle(fenced, left, attempt);
  } catch (error) {
    if (error instanceof LostLease) return;
    // The task's own schedule takes it up again.
    await withShop(shop, (tx) => endLease(tx, shop, attempt));
    throw error;
  } finally {
    lease.end();
  }
}

async function settle(tools: FinishTools, left: DecisionRow, attempt: Attempt): Promise<void> {
  const decision = decisionOf(left);
  const registration = left.registration as Registration;
  const customer = await readThrough(tools, decision.customerId);
  if (customer && isDone(customer, decision, registration)) {
    const by = { id: left.decidedById, name: left.decidedByName };
    await completeDecision(tools, by, decision, attempt, registration, customer);
    publishPerson(tools.shop, decision.customerId, kindsOf(customer.tags));
    return;
  }
  const isHalf =
    customer && hasStatusTag(customer.tags, decision.from) && hasStatusTag(customer.tags, decision.to);
  if (isHalf && !(await putBack(tools, decision)))
    throw new Error("A half of a decision cannot be put back.");
  await releaseDecision(tools, attempt, decision.customerId);
}

const decisionOf = (row: DecisionRow): Decision => ({
  customerId: row.customerId,
  from: row.fromStatus as RegistrationStatus,
  to: row.toStatus as RegistrationStatus,
  operationId: row.operationId,
  jobId: row.jobId ?? undefined,
  undoes: row.undoes ?? undefined,
  reason: row.reason ?? undefined,
  note: row.note ?? undefined,
  notify: row.notify,
});
