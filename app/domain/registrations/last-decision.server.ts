import { and, desc, eq } from "drizzle-orm";
import { readWorkable } from "~/domain/customers/detail.server";
import { REGISTERED } from "~/domain/customers/kinds";
import { withShop } from "~/platform/db/with-shop.server";
import type { DecisionTools } from "./decision";
import { type RegistrationStatus, registrationStatus, STATUS_NAMES } from "./status";
import { registrationDecisions } from "./tables.server";

/** A decision that can still be taken back. */
export interface LastDecision {
  id: string;
  /** The status that was decided, in the words for people. */
  status: string;
  by: string;
  /** Instant, ISO 8601. */
  at: string;
}

/**
 * The last decision on a person, as long as it can be taken back: it is still the person's status in the store, and it is not
 * itself the taking back of another.
 * @throws 404/403 as `readWorkable`
 */
export async function readLastDecision(
  { shop, actor, adminApi }: DecisionTools,
  customerId: number,
): Promise<LastDecision | null> {
  const { customer, kind } = await readWorkable(adminApi, actor, String(customerId), REGISTERED);
  const [last] = await withShop(shop, (tx) =>
    tx
      .select()
      .from(registrationDecisions)
      .where(
        and(
          eq(registrationDecisions.shop, shop),
          eq(registrationDecisions.customerId, customerId),
          eq(registrationDecisions.state, "done"),
        ),
      )
      .orderBy(desc(registrationDecisions.startedAt))
      .limit(1),
  );
  if (!last || last.undoes || last.toStatus !== registrationStatus(customer.tags, kind.registration))
    return null;
  return {
    id: last.id,
    status: STATUS_NAMES[last.toStatus as RegistrationStatus],
    by: last.decidedByName,
    at: last.startedAt.toISOString(),
  };
}
