import { addMinutes } from "date-fns";
import { and, eq, gt, inArray, lte, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { mails } from "~/core/mail/tables.server";
import { ifReadable, webhookHandler } from "~/core/webhooks/webhook-handler.server";
import { hasClassicAccounts } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { AUDIENCE_IDS } from "../audiences";
import type { Invitation } from "../invitation.server";
import { latestLink } from "../links.server";
import { mailKeys } from "../mails.server";
import type { InvitationState } from "../states";
import { invitations, invitationsOfShop } from "../tables.server";
import { openForTask } from "./acceptance.server";

const ACCEPTED_BY_ACCOUNT = AUDIENCE_IDS.filter((audience) => audience !== "event");
const CLOSED: InvitationState[] = ["accepted", "revoked", "expired", "waiting", "canceled", "declined"];

export const accountEnabled = webhookHandler(
  "invitations.account-enabled",
  ["CUSTOMERS_ENABLE"],
  ({ shop, payload, triggeredAt }) =>
    acceptEnabled(shop, payload.email, { enabledAt: triggeredAt, now: new Date() }),
  { payload: z.object({ email: ifReadable(z.string().nullable()) }) },
);

/** By how much Shopify's clock and ours may differ. */
const CLOCK_TOLERANCE_MINUTES = 1;

/**
 * customers/enable: enabling a classic account is how people accept in a shop with classic accounts. Every open invitation of
 * this address of which an email was sent is accepted in the background, as if by the button. An event needs its own link,
 * because an account doesn't say who attends. Safe to repeat.
 * @param times.enabledAt an invitation that was sent later wasn't answered by enabling the account: webhooks may be late
 */
export async function acceptEnabled(
  shop: string,
  email: string | null | undefined,
  { enabledAt, now }: { enabledAt: Date; now: Date },
): Promise<void> {
  if (!email || !(await hasClassicAccounts(shop))) return;
  const open = await withShop(shop, (tx) =>
    tx
      .select({ id: invitationsOfShop.id })
      // Only through the view and by audience is the index of addresses used (see `customersOfShop`).
      .from(invitationsOfShop)
      .where(
        and(
          eq(invitationsOfShop.shop, shop),
          inArray(invitationsOfShop.audience, ACCEPTED_BY_ACCOUNT),
          sql`lower(${invitationsOfShop.email}) = lower(${email})`,
          notInArray(invitationsOfShop.state, CLOSED),
          gt(invitationsOfShop.expiresAt, now),
        ),
      ),
  );
  for (const { id } of open)
    await withShop(shop, (tx) => acceptOne(tx, shop, id, { enabledAt, now })).catch((error: unknown) => {
      // A closed audience, for example. The invitation stays open.
      if (!(error instanceof Refusal)) throw error;
      log.info({ shop, invitation: id }, "an enabled account could not be admitted");
    });
}

async function acceptOne(
  tx: ShopTransaction,
  shop: string,
  id: string,
  { enabledAt, now }: { enabledAt: Date; now: Date },
): Promise<void> {
  const [invitation] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)))
    .for("update");
  if (!invitation || CLOSED.includes(invitation.state) || invitation.expiresAt <= now) return;
  if (!(await wasSentBefore(tx, invitation, enabledAt))) return;
  const link = await latestLink(tx, invitation);
  if (!link) return;
  await openForTask(tx, { invitation, linkId: link.id }, now);
}

/** True when an email of the invitation had been sent at that time. */
async function wasSentBefore(tx: ShopTransaction, invitation: Invitation, time: Date): Promise<boolean> {
  const sent = and(
    eq(mails.shop, invitation.shop),
    inArray(mails.key, mailKeys(invitation)),
    eq(mails.state, "sent"),
    lte(mails.endedAt, addMinutes(time, CLOCK_TOLERANCE_MINUTES)),
  );
  return (await tx.$count(mails, sent)) > 0;
}
