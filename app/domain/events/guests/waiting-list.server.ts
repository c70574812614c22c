import { recordAudit } from "~/core/audit/record-audit.server";
import { isBeingAccepted, openForTask } from "~/domain/invitations/accept/acceptance.server";
import { invitationSubject } from "~/domain/invitations/audit.server";
import { type Invitation, invitedName, publishInvitations } from "~/domain/invitations/invitation.server";
import { latestLink } from "~/domain/invitations/links.server";
import { lockFirstWaiting, someoneWaits, storeResponse } from "~/domain/invitations/waiting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { defineTask } from "~/platform/jobs/task.server";
import { guestWaits, guestMovedUp as movedUp } from "../audit.server";
import { assertTakesPlace, eventIdOf, findEvent, type ShopEvent } from "../event.server";
import { eventTag } from "../event-tag.server";
import { NOT_OPEN } from "../limits";
import { guestMailKey, mailGuest } from "./guest-mails.server";
import { guestWaiting } from "./mail-texts.server";
import { countPlacesLeft, isFull, lockPlaces } from "./places.server";

/** The audit log's actors: guests aren't signed in, and the list moves by itself. */
export const GUEST_ACTOR = { id: "invited-person", name: "The invited person" };
const WAITING_LIST = { id: "waiting-list", name: "The waiting list" };

/**
 * Puts a guest at the end of the waiting list. While a place is open, the guest gets it instead. The caller holds the places and then the
 * invitation.
 * @throws 404 for a deleted event, 409 for one that takes no registrations
 */
export async function joinWaitingList(tx: ShopTransaction, guest: Invitation, now: Date): Promise<void> {
  const event = await findEvent(tx, guest.shop, eventIdOf(guest.groupId) ?? 0);
  assertTakesPlace(event);
  if (!event.active) throw conflict(NOT_OPEN);
  if (!(await isFull(tx, event))) return givePlace(tx, guest, now);
  await storeWaiting(tx, guest, now, GUEST_ACTOR);
}

/**
 * Stores that a guest waits, and emails them. The caller holds the places and then the invitation.
 * @throws 409 for a guest without an invitation link, who couldn't move up
 */
export async function storeWaiting(
  tx: ShopTransaction,
  guest: Invitation,
  now: Date,
  actor: { id: string; name: string },
): Promise<void> {
  await requireLink(tx, guest);
  const { firstName, lastName } = guest;
  const waiting = await storeResponse(tx, guest, {
    state: "waiting",
    firstName,
    lastName,
    turn: "keep",
    ...leaving(guest, now),
  });
  await mailGuest(tx, guestWaiting, waiting, { key: guestMailKey(waiting, guestWaiting), now });
  await recordAudit(tx, guest.shop, guestWaits, {
    actor,
    subject: { type: invitationSubject, id: guest.id },
    before: { state: guest.state },
    after: { name: invitedName(waiting), state: "waiting" },
    flag: "showEvents",
  });
}

/** What ends a registration. */
export const leaving = ({ state }: Invitation, now: Date) =>
  state === "accepted" ? { acceptedAt: null, canceledAt: now } : {};

/**
 * Gives a guest a place: their registration is saved in the background, and they are emailed when it is. The place is taken from this
 * transaction on. The caller holds the places and then the invitation, and has checked that there is one.
 */
export async function givePlace(tx: ShopTransaction, guest: Invitation, now: Date): Promise<void> {
  const link = await requireLink(tx, guest);
  // Off the list, so that a registration that Shopify refuses isn't tried forever.
  const state = guest.state === "waiting" || guest.state === "canceled" ? "delivered" : guest.state;
  const { firstName, lastName } = guest;
  const taken = await storeResponse(tx, guest, { state, firstName, lastName });
  await openForTask(tx, { invitation: taken, linkId: link.id }, now, [eventTag(guest.groupId)]);
}

/** A registration is saved as one by the link of the invitation. */
async function requireLink(tx: ShopTransaction, guest: Invitation): Promise<{ id: string }> {
  const link = await latestLink(tx, guest);
  if (!link) throw conflict("This guest has no invitation link yet. Send the invitation again.");
  return link;
}

/** Events with people on the waiting list. */
const WAITED_FOR = `SELECT DISTINCT guest.group_id AS "groupId" FROM invitations_of_shop AS guest
  WHERE guest.shop = $1 AND guest.audience = 'event' AND guest.state = 'waiting'`;

/** Gives free places to the people who wait, by the order of joining. */
export const moveUpGuests = defineTask({
  name: "events.move-up",
  // Also on a schedule: an erased or removed guest leaves a place, too.
  schedule: {
    cron: "*/5 * * * *",
    due: someoneWaits("event"),
  },
  async run(shop, signal) {
    const { rows } = await withShop(shop, (tx) => tx.$client.query<{ groupId: string }>(WAITED_FOR, [shop]));
    for (const { groupId } of rows) {
      let moved: boolean;
      do {
        signal.throwIfAborted();
        moved = await withShop(shop, (tx) => moveUpOne(tx, shop, groupId, new Date()));
        if (moved) publishInvitations(shop, "event");
      } while (moved);
    }
  },
});

/**
 * Moves the first of an event's waiting list up, if there is a place. It is one transaction, so a process that dies has either moved the
 * guest or not.
 * @returns whether one moved up
 */
async function moveUpOne(tx: ShopTransaction, shop: string, groupId: string, now: Date): Promise<boolean> {
  await lockPlaces(tx, shop, groupId);
  const event = await findEvent(tx, shop, eventIdOf(groupId) ?? 0);
  if (!movesUp(event, now)) return false;
  const places = await countPlacesLeft(tx, event);
  if (places !== null && places <= 0) return false;
  const guest = await lockFirstWaiting(tx, shop, { audience: "event", groupId });
  // A guest who left the list in this moment has requested the next run.
  if (!guest || (await isBeingAccepted(tx, guest))) return false;
  await givePlace(tx, guest, now);
  await recordAudit(tx, shop, movedUp, {
    actor: WAITING_LIST,
    subject: { type: invitationSubject, id: guest.id },
    before: { state: "waiting" },
    after: { name: invitedName(guest), event: event.name },
    flag: "showEvents",
  });
  return true;
}

/** The list moves until the event begins, also after the time to register has passed. */
const movesUp = ({ isDeleted, active, dateFrom }: ShopEvent, now: Date): boolean =>
  !isDeleted && active && dateFrom > now;
