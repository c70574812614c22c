import { readWorkable } from "~/domain/customers/detail.server";
import { REGISTERED } from "~/domain/customers/kinds";
import { withShop } from "~/platform/db/with-shop.server";
import type { DecisionTools } from "./decision";
import { lastDone } from "./decision-record.server";
import { openQuestionOn } from "./questions/question-record.server";
import { type RegistrationStatus, registrationStatus, STATUS_NAMES } from "./status";

/** A decision or a question that can still be undone. */
export interface LastDecision {
  id: string;
  /** The status that was decided, as the screen shows it. */
  status: string;
  by: string;
  /** Instant, ISO 8601. */
  at: string;
}

interface OpenQuestion {
  id: string;
  text: string;
  by: string;
  at: string;
}

/**
 * What can be undone for a customer: their open question, and the last decision if it is still their status in Shopify and
 * doesn't itself undo another decision.
 * @throws 404/403 as `readWorkable`
 */
export async function readLastDecision(
  { shop, actor, adminApi }: DecisionTools,
  customerId: number,
): Promise<{ decision: LastDecision | null; question: OpenQuestion | null }> {
  const { customer, kind } = await readWorkable(adminApi, actor, String(customerId), REGISTERED);
  const { last, open } = await withShop(shop, async (tx) => ({
    last: await lastDone(tx, shop, customerId),
    open: await openQuestionOn(tx, shop, customerId),
  }));
  const status = registrationStatus(customer.tags, kind.registration);
  const question =
    open && status === "pending"
      ? { id: open.id, text: open.text, by: open.askedByName, at: open.askedAt.toISOString() }
      : null;
  if (!last || last.undoes || last.toStatus !== status) return { decision: null, question };
  const decision = {
    id: last.id,
    status: STATUS_NAMES[last.toStatus as RegistrationStatus],
    by: last.decidedByName,
    at: last.startedAt.toISOString(),
  };
  return { decision, question };
}
