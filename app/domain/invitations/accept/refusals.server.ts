import { and, eq } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { AUDIENCES } from "../audiences";
import { invitationRefused, invitationSubject } from "../audit.server";
import { findInvitation, type Invitation, invitedName } from "../invitation.server";
import { runAfterRefusal } from "../particulars.server";
import type { InvitationState } from "../states";
import { invitationRefusals } from "./tables.server";

/** The actor of the audit log. */
const SHOPIFY = { id: "shopify", name: "Shopify" };

const isOf = ({ shop, id }: Pick<Invitation, "shop" | "id">) =>
  and(eq(invitationRefusals.shop, shop), eq(invitationRefusals.invitationId, id));

/** Stores why Shopify refused a person, in the transaction that ends their acceptance, and lets their group follow. */
export async function storeRefusal(
  tx: ShopTransaction,
  { shop, invitationId }: { shop: string; invitationId: string },
  reason: string,
): Promise<void> {
  const invitation = await findInvitation(tx, shop, invitationId);
  if (!invitation) return;
  const refusal = { reason, at: new Date() };
  await tx
    .insert(invitationRefusals)
    .values({ shop, invitationId, ...refusal })
    .onConflictDoUpdate({ target: [invitationRefusals.shop, invitationRefusals.invitationId], set: refusal });
  await recordAudit(tx, shop, invitationRefused, {
    actor: SHOPIFY,
    subject: { type: invitationSubject, id: invitationId },
    before: null,
    after: { name: invitedName(invitation), reason },
    flag: AUDIENCES[invitation.audience].flag,
  });
  await runAfterRefusal(tx, invitation);
}

/** Forgets the refusal of an earlier attempt. */
export async function clearRefusal(
  tx: ShopTransaction,
  invitation: Pick<Invitation, "shop" | "id">,
): Promise<void> {
  await tx.delete(invitationRefusals).where(isOf(invitation));
}

/** Whether Shopify refused a person's latest attempt, and they haven't answered since. */
export const wasRefused = async (tx: ShopTransaction, invitation: Invitation): Promise<boolean> =>
  !SETTLED.includes(invitation.state) && (await tx.$count(invitationRefusals, isOf(invitation))) > 0;

/** The people that Shopify refused, in SQL: `refused` with `at`, and `guest`, their invitation. */
export const REFUSED_GUESTS = `invitation_refusals AS refused
  JOIN invitations AS guest ON guest.shop = refused.shop AND guest.id = refused.invitation_id`;

/** The states in which something else has followed a refusal. */
const SETTLED: readonly InvitationState[] = ["accepted", "waiting", "canceled", "declined", "revoked"];

/** Why Shopify refused the registration of a row of invitations, in SQL. Null when it didn't, or when something else followed. */
export const refusalSql = (row: { id: string; state: string }): string =>
  `CASE WHEN ${row.state} NOT IN (${SETTLED.map((state) => `'${state}'`).join(", ")}) THEN (SELECT refusal.reason FROM invitation_refusals AS refusal
     WHERE refusal.shop = current_setting('app.shop') AND refusal.invitation_id = ${row.id}) END`;
