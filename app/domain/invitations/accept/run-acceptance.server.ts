import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { claimIntent, dropIntent, LostLease } from "~/core/intents/intents.server";
import type { Lease } from "~/core/intents/lease.server";
import { finishOpenIntents, runIntent } from "~/core/intents/run-intent.server";
import { ensureCustomer } from "~/domain/customers/ensure-customer.server";
import { kindsOf } from "~/domain/customers/kinds";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import { type Clock, systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { findInvitation, type Invitation, publishInvitations } from "../invitation.server";
import { invitations } from "../tables.server";
import { type Acceptance, completeAcceptance, invitationAcceptance } from "./acceptance.server";

/** The systems that an acceptance works with. */
export interface AcceptTools {
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

/** The outcome of carrying out an acceptance. */
export type AcceptanceResult =
  | { is: "registered"; invitation: Invitation }
  /** It stays open: Shopify didn't answer, or another process has it. */
  | { is: "pending" }
  /** Shopify gave reasons, or the invitation is gone. The acceptance has ended. */
  | { is: "refused" };

/**
 * Carries an open acceptance out: first the customer in Shopify, then, in one transaction, everything that follows from it.
 * @throws an error that isn't Shopify's answer. The acceptance stays open.
 */
export async function runAcceptance(tools: AcceptTools, acceptance: Acceptance): Promise<AcceptanceResult> {
  try {
    return await runIntent(invitationAcceptance, acceptance, tools.clock, (lease) =>
      register(tools, acceptance, lease),
    );
  } catch (error) {
    if (error instanceof LostLease) return { is: "pending" };
    if (invitationAcceptance.isUndone(error)) {
      const { shop, invitationId } = acceptance;
      log.warn({ shop, invitation: invitationId, err: error }, "Shopify refused an invited person");
      const invitation = await withShop(shop, (tx) => findInvitation(tx, shop, invitationId));
      if (invitation) publishInvitations(shop, invitation.audience, [invitationId]);
      return { is: "refused" };
    }
    if (error instanceof Refusal) return { is: "pending" };
    throw error;
  }
}

async function register(
  { adminApi, clock, call }: AcceptTools,
  acceptance: Acceptance,
  lease: Lease,
): Promise<AcceptanceResult> {
  const { shop, firstName, lastName, tags } = acceptance;
  const email = await findEmail(acceptance);
  if (email === null) {
    await withShop(shop, (tx) => dropIntent(tx, invitationAcceptance, acceptance, clock.now()));
    return { is: "refused" };
  }
  const customer = await ensureCustomer(
    { adminApi, call: { ...call, beforeSending: lease.assertHeld } },
    { email, firstName, lastName, tags },
  );
  const invitation = await completeAcceptance(acceptance, customer, clock.now());
  publishInvitations(shop, invitation.audience, [invitation.id]);
  publishCustomers(shop, [invitation.customerId ?? 0], kindsOf(customer.tags));
  return { is: "registered", invitation };
}

/** Null when the person was erased on Shopify's request in the meantime. */
async function findEmail({ shop, invitationId }: Acceptance): Promise<string | null> {
  const [invitation] = await withShop(shop, (tx) =>
    tx
      .select({ email: invitations.email })
      .from(invitations)
      .where(and(eq(invitations.shop, shop), eq(invitations.id, invitationId))),
  );
  return invitation?.email ?? null;
}

/** Finishes acceptances that were left open. It is the same work as the first time, because each step is safe to repeat. */
export const finishOpenAcceptances = finishOpenIntents(invitationAcceptance, async (abandoned, signal) => {
  const { shop } = abandoned;
  const acceptance = await withShop(shop, (tx) => claimIntent(tx, invitationAcceptance, abandoned));
  if (!acceptance) return;
  const call = { priority: "bulk", signal } as const;
  await runAcceptance({ adminApi: liveAdminApi(shop), clock: systemClock, call }, acceptance);
});
