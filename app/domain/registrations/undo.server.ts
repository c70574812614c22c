import { and, eq } from "drizzle-orm";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { decide } from "./decide.server";
import type { Decided, DecisionTools } from "./decision";
import { lastDone } from "./decision-record.server";
import { type Registration, type RegistrationStatus, STATUS_NAMES } from "./status";
import { registrationDecisions } from "./tables.server";

/**
 * Undoes a decision: the registration returns to its earlier status, if this was the last decision on the customer and the
 * status hasn't changed since.
 * @throws 404 for an unknown decision, 409 when there is a later decision, or the status was changed in Shopify
 */
export async function undoDecision(
  tools: DecisionTools,
  decisionId: string,
  operationId: string,
): Promise<Decided & { customerId: number }> {
  const { shop } = tools;
  const { decision, last } = await withShop(shop, async (tx) => {
    const [found] = await tx
      .select()
      .from(registrationDecisions)
      .where(
        and(
          eq(registrationDecisions.shop, shop),
          eq(registrationDecisions.id, decisionId),
          eq(registrationDecisions.state, "done"),
        ),
      );
    if (!found) throw notFound("There is no such decision.");
    return { decision: found, last: await lastDone(tx, shop, found.customerId) };
  });
  const repeated = last?.undoes === decision.id && last.operationId === operationId;
  if (last && last.id !== decision.id && !repeated) {
    throw conflict(
      `${last.decidedByName} has decided on this customer since: ${STATUS_NAMES[last.toStatus as RegistrationStatus]}. It wasn't undone.`,
    );
  }
  const decided = await decide(tools, {
    customerId: decision.customerId,
    registration: decision.registration as Registration,
    from: decision.toStatus as RegistrationStatus,
    to: decision.fromStatus as RegistrationStatus,
    operationId,
    undoes: decision.id,
  });
  return { ...decided, customerId: decision.customerId };
}
