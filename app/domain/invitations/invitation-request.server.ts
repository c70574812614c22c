import { defineRequest, type OpenRequest } from "~/core/requests/define-request.server";
import { MAX_LISTED } from "~/core/requests/limits";
import { linkUntil } from "~/core/requests/links.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { isBeingAccepted, openForTask } from "./accept/acceptance.server";
import { AUDIENCE_IDS, AUDIENCES, type AudienceId } from "./audiences";
import { findInvitationsOf } from "./customer-invitations.server";
import { canDecline, declineInvitation } from "./decline.server";
import {
  findInvitation,
  type Invitation,
  invitedName,
  lockInvitation,
  publishInvitations,
} from "./invitation.server";
import { latestLink } from "./links.server";
import { lockPlaces, readParticulars, whyClosed, whyNotAccepting } from "./particulars.server";
import { isRenewable, renewInvitation } from "./renew.server";

/** Events have a page of their own: a guest also waits, cancels and is checked in. */
const OWN_PAGE: readonly AudienceId[] = ["event"];

/** An invitation, for the invited customer who is signed in: the state, and the answer. Its emails lead to the page of the invitation. */
export const invitationRequest = defineRequest({
  name: "invitation",

  async open(tx, shop, subjectId, now) {
    const invitation = await findInvitation(tx, shop.domain, subjectId);
    if (!invitation || invitation.state === "revoked") return undefined;
    return requestOf(tx, shop, invitation, now);
  },

  ofCustomer: (tx, { domain }, customer) =>
    findInvitationsOf(tx, domain, customer, {
      audiences: AUDIENCE_IDS.filter((audience) => !OWN_PAGE.includes(audience)),
      limit: MAX_LISTED,
    }),

  actions: {
    accept: (shop, subjectId, now) => withShop(shop.domain, (tx) => accept(tx, shop, subjectId, now)),
    decline: ({ domain }, subjectId, now) =>
      withShop(domain, async (tx) => declineInvitation(tx, await lock(tx, domain, subjectId), now)),
    renew: ({ domain }, subjectId, now) =>
      withShop(domain, async (tx) => {
        const invitation = await lock(tx, domain, subjectId);
        if (!isExpired(invitation, now) || !isRenewable(invitation.expiresAt, now)) return undefined;
        await renewInvitation(tx, invitation, now);
        return "A new invitation is on its way to your email address.";
      }),
  },

  async publish({ domain }, subjectId) {
    const invitation = await withShop(domain, (tx) => findInvitation(tx, domain, subjectId));
    if (invitation) publishInvitations(domain, invitation.audience, [subjectId]);
  },
});

/** Locks an invitation, after the places of its group, as all do who need both. */
async function lock(tx: ShopTransaction, shop: string, id: string): Promise<Invitation> {
  const found = await findInvitation(tx, shop, id);
  if (!found || found.state === "revoked") throw notFound("This invitation was withdrawn.");
  await lockPlaces(tx, shop, found);
  return lockInvitation(tx, shop, found.audience, id);
}

/** Registers a customer as the link of their invitation does. The registration is saved in the background. */
async function accept(tx: ShopTransaction, { domain }: Shop, id: string, now: Date): Promise<void> {
  const invitation = await lock(tx, domain, id);
  if (invitation.state === "accepted" || (await isBeingAccepted(tx, invitation))) return;
  if (isExpired(invitation, now)) throw conflict("This invitation has expired. Nothing was changed.");
  const refusal =
    (await whyClosed(tx, domain, invitation)) ?? (await whyNotAccepting(tx, domain, invitation));
  if (refusal) throw refusal;
  const link = await latestLink(tx, invitation);
  if (!link) throw conflict("This invitation has no link yet. Try again in a few minutes.");
  await openForTask(tx, { invitation, linkId: link.id }, now);
}

const isExpired = ({ state, expiresAt }: Invitation, now: Date): boolean =>
  state === "expired" || (state !== "accepted" && expiresAt <= now);

async function requestOf(
  tx: ShopTransaction,
  shop: Shop,
  invitation: Invitation,
  now: Date,
): Promise<OpenRequest> {
  const { audience, email, customerId } = invitation;
  const closed = await whyClosed(tx, shop.domain, invitation);
  const particulars = closed ? undefined : await readParticulars(tx, shop.domain, invitation);
  const status = await statusOf(tx, shop, invitation, now);
  return {
    title: titleOf(audience, particulars?.title, shop.name),
    facts: [
      { label: "Status", value: status.text },
      ...(particulars?.details ?? []).map((value) => ({ label: "Details", value })),
    ],
    actions: status.actions,
    to: { email, name: invitedName(invitation), customerId: customerId ?? undefined },
    access: { flag: AUDIENCES[audience].flag },
    linkUntil: linkUntil(now),
  };
}

function titleOf(audience: AudienceId, title: string | undefined, shopName: string): string {
  if (audience === "partner") return "Invitation as a partner";
  if (audience === "retiree") return "Invitation as a retiree";
  if (audience === "toolconnect") return "Invitation to tool-connect";
  return title ? `Invitation as ${title}` : `Invitation to ${shopName}`;
}

const ACCEPT = { name: "accept", label: "Register" };
const DECLINE = {
  name: "decline",
  label: "I don't want to register",
  warning: "The shop sees your answer. You can change your mind until the invitation expires.",
};
const RENEW = { name: "renew", label: "Email me a new invitation" };

async function statusOf(
  tx: ShopTransaction,
  shop: Shop,
  invitation: Invitation,
  now: Date,
): Promise<{ text: string; actions: OpenRequest["actions"] }> {
  const shown = (at: Date | null) => formatZonedDateTime(at ?? now, shop.timeZone);
  const { state, acceptedAt, canceledAt, lastInvitedAt, expiresAt } = invitation;
  if (await isBeingAccepted(tx, invitation))
    return { text: "Your registration is being saved. This takes a few minutes.", actions: [] };
  if (state === "accepted") return { text: `You are registered, since ${shown(acceptedAt)}`, actions: [] };
  const declined = state === "declined" ? `You declined, on ${shown(canceledAt)}. ` : "";
  const refusal =
    (await whyClosed(tx, shop.domain, invitation)) ?? (await whyNotAccepting(tx, shop.domain, invitation));
  if (refusal) return { text: `${declined}${refusal.message}`, actions: [] };
  if (isExpired(invitation, now))
    return {
      text: `${declined}The invitation expired on ${shown(expiresAt)}`,
      actions: isRenewable(expiresAt, now) ? [RENEW] : [],
    };
  return {
    text: declined
      ? `${declined}You can still register, until ${shown(expiresAt)}`
      : `You are invited, since ${shown(lastInvitedAt)}. You can register until ${shown(expiresAt)}`,
    actions: canDecline(invitation) ? [ACCEPT, DECLINE] : [ACCEPT],
  };
}
