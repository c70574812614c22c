import { and, eq } from "drizzle-orm";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { kindsOf } from "~/domain/customers/kinds";
import { publishCustomers } from "~/domain/customers/publish.server";
import type { Clock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import type { Invitation } from "../invitation.server";
import { publishInvitations } from "../publish.server";
import { invitations } from "../tables.server";
import {
  type Acceptance,
  completeAcceptance,
  dropAcceptance,
  holdAcceptance,
  LostAcceptance,
  letGo,
} from "./acceptance-record.server";
import { ensureCustomer } from "./customer.server";

/** What carrying out an acceptance needs from around it. */
export interface AcceptTools {
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

/** The task that takes up what was left; it stands beside this in `finish-open-acceptances.server.ts`. */
export const FINISH_TASK = "invitations.finish-open-acceptances";

/** A request whose answer was lost is given this long to come to rest in the store (milliseconds). */
const LOOK_AFTER_MS = 5_000;

/** What came of carrying out an acceptance. */
export type CarriedOut =
  | { is: "registered"; invitation: Invitation }
  /** It stays open, and is taken up again: Shopify did not answer, or somebody else has it by now. */
  | { is: "pending" }
  /** Shopify gave reasons, or the invitation is gone; nothing is open any more. */
  | { is: "refused" };

/**
 * Carries an opened acceptance out: the customer in the store first, then, in one transaction, all that follows from it. Whatever
 * happens in between, it stays open until it is known how it ended.
 * @throws what is no answer of Shopify's, after leaving the acceptance open
 */
export async function carryOut(tools: AcceptTools, acceptance: Acceptance): Promise<CarriedOut> {
  const { shop } = acceptance;
  const lease = holdAcceptance(acceptance);
  try {
    const { firstName, lastName, tags } = acceptance;
    const email = await emailOf(acceptance);
    if (email === null) {
      await dropAcceptance(acceptance);
      return { is: "refused" };
    }
    const call = { ...tools.call, beforeSending: lease.assertHeld };
    const person = { email, firstName, lastName, tags };
    const customer = await ensureCustomer({ adminApi: tools.adminApi, call }, person);
    const invitation = await completeAcceptance(acceptance, customer, tools.clock.now());
    publishInvitations(shop, invitation.audience, [invitation.id]);
    publishCustomers(shop, [invitation.customerId ?? 0], kindsOf(customer.tags));
    return { is: "registered", invitation };
  } catch (error) {
    if (error instanceof LostAcceptance) return { is: "pending" };
    if (error instanceof Refusal && error.code === "SHOPIFY_REFUSED") {
      log.warn(
        { shop, invitation: acceptance.invitationId, err: error },
        "Shopify refused an invited person",
      );
      await dropAcceptance(acceptance);
      return { is: "refused" };
    }
    await leaveOpen(acceptance);
    if (error instanceof Refusal) return { is: "pending" };
    throw error;
  } finally {
    lease.end();
  }
}

/** Null for somebody who was erased on Shopify's request meanwhile. */
async function emailOf({ shop, invitationId }: Acceptance): Promise<string | null> {
  const [invitation] = await withShop(shop, (tx) =>
    tx
      .select({ email: invitations.email })
      .from(invitations)
      .where(and(eq(invitations.shop, shop), eq(invitations.id, invitationId))),
  );
  return invitation?.email ?? null;
}

async function leaveOpen(acceptance: Acceptance): Promise<void> {
  const { shop, invitationId } = acceptance;
  await letGo(acceptance)
    .then(() =>
      requestTask({ name: FINISH_TASK }, shop, { startAfter: new Date(Date.now() + LOOK_AFTER_MS) }),
    )
    // Should the database refuse as well, the lease runs out by itself, and the task comes every minute.
    .catch((failed) =>
      log.warn(
        { shop, invitation: invitationId, err: failed },
        "an acceptance waits for its lease to run out",
      ),
    );
}
