import { liveAdminApi } from "~/connectors/shopify/live.server";
import { finishOpenOperations } from "~/core/operations/finish-open-operations.server";
import { dropOperation } from "~/core/operations/operations.server";
import { finishOperation } from "~/core/operations/run-operation.server";
import { kindsOf } from "~/domain/customers/kinds";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import type { Decision, DecisionTools } from "./decision";
import { completeDecision, type DecisionRow, registrationDecision } from "./decision-record.server";
import {
  hasStatusTag,
  type Registration,
  type RegistrationStatus,
  registrationStatus,
  registrationsOf,
} from "./status";
import { isDone, publishPerson, readThrough, restoreStatus } from "./status-tags.server";

type FinishTools = Pick<DecisionTools, "shop" | "adminApi" | "clock" | "call">;

/** Finishes decisions that were left open, by what Shopify shows. */
export const finishOpenDecisions = finishOpenOperations(registrationDecision, (abandoned, signal) => {
  const { shop } = abandoned;
  const call = { priority: "bulk", signal } as const;
  return finishDecision({ shop, adminApi: liveAdminApi(shop), clock: systemClock, call }, abandoned);
});

/**
 * Finishes one decision that was left open, unless another process does.
 * @throws a 502 refusal when Shopify didn't answer. The decision then stays open.
 */
export async function finishDecision(tools: FinishTools, abandoned: DecisionRow): Promise<void> {
  await finishOperation(registrationDecision, abandoned, (row, lease) =>
    settle({ ...tools, call: { ...tools.call, beforeSending: lease.assertHeld } }, row),
  );
}

async function settle(tools: FinishTools, row: DecisionRow): Promise<void> {
  const decision = decisionOf(row);
  const registration = row.registration as Registration;
  const customer = await readThrough(tools, decision.customerId);
  if (customer && isDone(customer, decision, registration)) {
    const by = { id: row.decidedById, name: row.decidedByName };
    await completeDecision(tools, by, decision, row, customer);
    publishPerson(tools.shop, decision.customerId, kindsOf(customer.tags));
    return;
  }
  if (customer && isHalf(customer.tags, decision, registration) && !(await restoreStatus(tools, decision)))
    throw new Error("A half of a decision can't be restored.");
  await withShop(tools.shop, (tx) => dropOperation(tx, registrationDecision, row, tools.clock.now()));
}

/** Shopify did one half of the decision: there are both tags, or none. */
function isHalf(tags: readonly string[], { from, to }: Decision, registration: Registration): boolean {
  const hasNone =
    registrationsOf(tags).includes(registration) && registrationStatus(tags, registration) === null;
  return hasNone || (hasStatusTag(tags, from) && hasStatusTag(tags, to));
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
