import { and, desc, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import { mails } from "~/domain/mail/tables.server";
import { hasClassicAccounts } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { AUDIENCE_IDS } from "../audiences";
import type { Invitation } from "../invitation.server";
import { mailKeys } from "../mails.server";
import type { InvitationState } from "../states";
import { invitationLinks, invitations, invitationsOfShop } from "../tables.server";
import { openAccepted } from "./acceptance-record.server";
import { FINISH_TASK } from "./carry-out.server";

const ACCEPTED_SO = AUDIENCE_IDS.filter((audience) => audience !== "event");
const CLOSED: InvitationState[] = ["accepted", "revoked", "expired"];

/**
 * customers/enable: somebody has enabled their classic account, which is how they accept there. What they were invited to by this
 * address is accepted in the background, as if they had pressed the button: what a mail of ours has left for, and has not run out.
 * An event needs its own link: an account is no word on who comes. Harmless when Shopify says it twice.
 */
export async function acceptEnabled(
  shop: string,
  email: string | null | undefined,
  now: Date,
): Promise<void> {
  if (!email || !(await hasClassicAccounts(shop))) return;
  const open = await withShop(shop, (tx) =>
    tx
      .select({ id: invitationsOfShop.id })
      // Through the view, and by audience: only so the index of the addresses is used (`customersOfShop` says why).
      .from(invitationsOfShop)
      .where(
        and(
          eq(invitationsOfShop.shop, shop),
          inArray(invitationsOfShop.audience, ACCEPTED_SO),
          sql`lower(${invitationsOfShop.email}) = lower(${email})`,
          notInArray(invitationsOfShop.state, CLOSED),
          gt(invitationsOfShop.expiresAt, now),
        ),
      ),
  );
  for (const { id } of open)
    await withShop(shop, (tx) => openEnabled(tx, shop, id, now)).catch((error: unknown) => {
      // An event without a place left, for example: the invitation stays as it is.
      if (!(error instanceof Refusal)) throw error;
      log.info({ shop, invitation: id }, "an enabled account could not be admitted");
    });
}

async function openEnabled(tx: ShopTransaction, shop: string, id: string, now: Date): Promise<void> {
  const [invitation] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)))
    .for("update");
  if (!invitation || CLOSED.includes(invitation.state) || invitation.expiresAt <= now) return;
  if (!(await hasLeft(tx, invitation))) return;
  const link = await latestLink(tx, invitation);
  if (!link) return;
  await openAccepted(tx, { invitation, linkId: link.id }, invitation, now, sql`clock_timestamp()`);
  await requestTask({ name: FINISH_TASK }, shop, { tx });
}

/** True when any mail of the invitation has left. */
async function hasLeft(tx: ShopTransaction, invitation: Invitation): Promise<boolean> {
  const sent = and(
    eq(mails.shop, invitation.shop),
    inArray(mails.key, mailKeys(invitation)),
    eq(mails.state, "sent"),
  );
  return (await tx.$count(mails, sent)) > 0;
}

async function latestLink(tx: ShopTransaction, { shop, id }: Invitation) {
  const [link] = await tx
    .select({ id: invitationLinks.id })
    .from(invitationLinks)
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.invitationId, id)))
    .orderBy(desc(invitationLinks.createdAt))
    .limit(1);
  return link;
}
