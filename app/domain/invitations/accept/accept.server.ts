import { setTimeout as wait } from "node:timers/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { Refusal } from "~/platform/errors";
import { declineInvitation } from "../decline.server";
import { type Invitation, publishInvitations } from "../invitation.server";
import {
  FULL_CODE,
  type Particulars,
  readParticulars,
  waitingListOf,
  whyClosed,
  whyNotAccepting,
} from "../particulars.server";
import { isRenewable, renewInvitation } from "../renew.server";
import { invitations } from "../tables.server";
import {
  type FoundLink,
  findLink,
  isBeingAccepted,
  joinWaitingList,
  openAcceptance,
} from "./acceptance.server";
import { type AcceptanceResult, type AcceptTools, runAcceptance } from "./run-acceptance.server";

/** What a visitor who opens a link sees. */
export type OpenedLink =
  | Exclude<FoundLink, { is: "open" }>
  | { is: "open"; invitation: Invitation; particulars: Particulars }
  /** Every place is taken, and the person can wait for one. */
  | { is: "full"; invitation: Invitation; particulars: Particulars }
  /** The person has accepted, and the customer in Shopify isn't saved yet. */
  | { is: "pending" }
  /** The invitation can't be accepted now: the event is over or full, for example. */
  | { is: "closed"; invitation: Invitation; refusal: Refusal };

/**
 * Opens a personal link. The first visit by a person shows that the invitation reached them. Nothing else changes.
 * @param byPerson false for reading the page, which mail scanners do, too: it says nothing about the person
 */
export async function openInvitation(
  shop: string,
  token: string,
  { byPerson, now }: { byPerson: boolean; now: Date },
): Promise<OpenedLink> {
  const opened = await withShop(shop, async (tx) => {
    const found = await findLink(tx, shop, token, now);
    if (found.is === "expired") {
      if (await isBeingAccepted(tx, found.invitation))
        return { shown: { is: "pending" as const }, isFirstVisit: false };
      // The links of an event expire with it. That the event is over is the better answer.
      return { shown: (await closed(tx, shop, found.invitation)) ?? found, isFirstVisit: false };
    }
    if (found.is !== "open") return { shown: found, isFirstVisit: false };
    const { invitation } = found;
    const isFirstVisit = byPerson && (await markDelivered(tx, invitation, now));
    if (await isBeingAccepted(tx, invitation)) return { shown: { is: "pending" as const }, isFirstVisit };
    const over = await closed(tx, shop, invitation);
    if (over && !(over.refusal.code === FULL_CODE && waitingListOf(invitation)))
      return { shown: over, isFirstVisit };
    const particulars = await readParticulars(tx, shop, invitation);
    if (over) return { shown: { is: "full" as const, invitation, particulars }, isFirstVisit };
    return { shown: { is: "open" as const, invitation, particulars }, isFirstVisit };
  });
  const { shown, isFirstVisit } = opened;
  if (isFirstVisit && "invitation" in shown && shown.invitation)
    publishInvitations(shop, shown.invitation.audience, [shown.invitation.id]);
  return shown;
}

async function closed(tx: ShopTransaction, shop: string, invitation: Invitation) {
  const refusal = (await whyClosed(tx, shop, invitation)) ?? (await whyNotAccepting(tx, shop, invitation));
  return refusal && { is: "closed" as const, invitation, refusal };
}

/** @returns whether it was the first visit */
async function markDelivered(tx: ShopTransaction, { shop, id }: Invitation, now: Date): Promise<boolean> {
  const marked = await tx
    .update(invitations)
    .set({ state: "delivered", deliveredAt: sql`coalesce(${invitations.deliveredAt}, ${now})` })
    .where(
      and(
        eq(invitations.shop, shop),
        eq(invitations.id, id),
        inArray(invitations.state, ["queued", "sent", "bounced"]),
      ),
    )
    .returning({ id: invitations.id });
  return marked.length > 0;
}

/** The outcome of accepting. */
export type Accepted = AcceptanceResult | Exclude<FoundLink, { is: "open" }>;

/** How often a second click looks for the outcome of the first, and after how many milliseconds each. */
const POLLING = { attempts: 40, everyMs: 250 };

/**
 * Accepts an invitation by its personal link. The person becomes a customer with the tags of their audience, or the existing
 * customer is completed, and the invitation is used up. Two clicks, or a process that dies, give one registration.
 * @param token the secret part of the address, as it was sent
 * @param names as the person entered them, checked by `inviteeNames`
 * @returns "used" for a person who had registered before: nothing changes then
 * @throws a refusal of the audience, such as an event without a free place. Nothing is done then.
 */
export async function acceptInvitation(
  tools: AcceptTools,
  shop: string,
  { token, names }: { token: string; names: { firstName: string; lastName: string } },
): Promise<Accepted> {
  const opened = await openAcceptance(shop, token, names, tools.clock.now());
  if (opened.is === "busy") return awaitOutcome(tools, shop, token);
  if (opened.is !== "opened") return opened;
  const done = await runAcceptance(tools, opened.acceptance);
  return done.is === "pending" ? awaitOutcome(tools, shop, token, 1) : done;
}

/**
 * Puts a person on the waiting list of a full group, by their personal link. A person who is on it, or has registered, stays as they are.
 * @param names as the person entered them, checked by `inviteeNames`
 * @throws a refusal of the audience, such as an event that is over
 */
export async function joinByLink(
  shop: string,
  { token, names, now }: { token: string; names: { firstName: string; lastName: string }; now: Date },
): Promise<Accepted> {
  const kept = await joinWaitingList(shop, token, names, now);
  if (kept) return kept.is === "busy" ? { is: "pending" } : kept;
  const found = await withShop(shop, (tx) => findLink(tx, shop, token, now));
  // A place became free just now, and the person gets it.
  if (found.is === "open") return { is: "pending" };
  if (found.is === "waiting") publishInvitations(shop, found.invitation.audience, [found.invitation.id]);
  return found;
}

/**
 * Declines an invitation by its personal link.
 * @returns "declined", or why the link doesn't work
 * @throws 409 for an invitation that was answered already
 */
export async function declineByLink(
  shop: string,
  token: string,
  now: Date,
): Promise<{ is: "declined"; invitation: Invitation } | Exclude<FoundLink, { is: "open" }>> {
  const outcome = await withShop(shop, async (tx) => {
    const found = await findLink(tx, shop, token, now);
    if (found.is !== "open") return found;
    await declineInvitation(tx, found.invitation, now);
    return { is: "declined" as const, invitation: found.invitation };
  });
  if (outcome.is === "declined")
    publishInvitations(shop, outcome.invitation.audience, [outcome.invitation.id]);
  return outcome;
}

/**
 * Emails a new invitation to the person of an expired link, unless that was done a moment ago. The page says the same in any case.
 * @returns whether it is on its way. False when the link isn't expired, or for too long
 */
export async function renewByLink(shop: string, token: string, now: Date): Promise<boolean> {
  const found = await withShop(shop, async (tx) => {
    const link = await findLink(tx, shop, token, now);
    if (link.is !== "expired" || !isRenewable(link.expiredAt, now)) return undefined;
    await renewInvitation(tx, link.invitation, now);
    return link.invitation;
  });
  if (found) publishInvitations(shop, found.audience, [found.id]);
  return found !== undefined;
}

/** Another process carries it out. Its outcome is the answer, if it is soon enough. */
async function awaitOutcome(
  { clock }: AcceptTools,
  shop: string,
  token: string,
  attempts = POLLING.attempts,
): Promise<Accepted> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await withShop(shop, (tx) => findLink(tx, shop, token, clock.now()));
    if (found.is === "used") return { is: "registered", invitation: found.invitation };
    if (attempt >= attempts) return { is: "pending" };
    await wait(POLLING.everyMs);
  }
}
