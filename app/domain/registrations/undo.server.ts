import { and, eq } from "drizzle-orm";
import { readWorkable } from "~/domain/customers/detail.server";
import { REGISTERED } from "~/domain/customers/kinds";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { decide } from "./decide.server";
import type { Decided, DecisionTools } from "./decision";
import { lastDone } from "./decision-record.server";
import { openQuestionOn } from "./questions/question-record.server";
import { type Registration, type RegistrationStatus, registrationStatus, STATUS_NAMES } from "./status";
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

/** A decision or a question that can still be undone. */
interface LastDecision {
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

/** The name of the jobs that undo the decisions of another one. */
export const UNDO_MANY = "registrations.undo";

/** The job that undoes the decisions of this one, if an administrator has started it. */
export async function findUndo(
  tx: ShopTransaction,
  shop: string,
  jobId: string,
): Promise<string | undefined> {
  const { rows } = await tx.$client.query<{ id: string }>(
    "SELECT id FROM jobs WHERE shop = $1 AND kind = $2 AND params ->> 'undoes' = $3 LIMIT 1",
    [shop, UNDO_MANY, jobId],
  );
  return rows[0]?.id;
}
