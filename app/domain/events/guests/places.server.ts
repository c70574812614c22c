import { sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { countAdmitted, isBeingAccepted, openForTask } from "~/domain/invitations/accept/acceptance.server";
import { invitationSubject } from "~/domain/invitations/audit.server";
import {
  type Invitation,
  invitedName,
  lockInvitation,
  publishInvitations,
} from "~/domain/invitations/invitation.server";
import { latestLink } from "~/domain/invitations/links.server";
import { withdrawMails } from "~/domain/invitations/mails.server";
import { FULL_CODE } from "~/domain/invitations/particulars.server";
import {
  countWaitingIn,
  lockFirstWaiting,
  readTurn,
  someoneWaits,
  storeResponse,
} from "~/domain/invitations/waiting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound, Refusal } from "~/platform/errors";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { guestCanceled, guestMovedUp, guestWaits, guestMovedUp as movedUp } from "../audit.server";
import { assertTakesPlace, eventIdOf, findEvent, type ShopEvent } from "../event.server";
import { eventTag, syncEventTags } from "../event-tag.server";
import { FULL, GONE, NOT_OPEN, OVER } from "../limits";
import type { GuestState } from "./guest-state";
import { guestCanceled as canceledText, guestMailKey, guestWaiting, mailGuest } from "./mail-texts.server";

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

/**
 * Serializes who gets a place of an event until the transaction ends, so that the last place goes to exactly one person. Take it before
 * the invitation's lock. It doesn't lock the event's row: a change of the event locks the row first and then the invitations.
 */
export const lockPlaces = (tx: ShopTransaction, shop: string, groupId: string): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`places ${shop} ${groupId}`}))`);

const groupOf = ({ shop, id }: Pick<ShopEvent, "shop" | "id">) =>
  ({ shop, audience: "event", groupId: String(id) }) as const;

/** The number of places that no one has. Negative when staff gave more; null where any number of people can register. */
export async function countPlacesLeft(tx: ShopTransaction, event: ShopEvent): Promise<number | null> {
  if (event.capacity === null) return null;
  return event.capacity - (await countAdmitted(tx, groupOf(event)));
}

/** How many people wait for a place. */
const countWaiting = (tx: ShopTransaction, event: Pick<ShopEvent, "shop" | "id">): Promise<number> =>
  countWaitingIn(tx, event.shop, groupOf(event));

/** The number of places for people who don't wait: those who do come first. Null without a limit. */
export async function countOpenPlaces(tx: ShopTransaction, event: ShopEvent): Promise<number | null> {
  const places = await countPlacesLeft(tx, event);
  return places === null ? null : places - (await countWaiting(tx, event));
}

export const isFull = async (tx: ShopTransaction, event: ShopEvent): Promise<boolean> => {
  const places = await countOpenPlaces(tx, event);
  return places !== null && places <= 0;
};

export const fullRefusal = (sentence = FULL): Refusal => new Refusal(409, FULL_CODE, sentence);

interface Actor {
  id: string;
  name: string;
}

/**
 * Locks the places of an event and then a guest of it.
 * @throws 404 for someone who isn't on its list, 409 while their registration is being saved
 */
export async function lockGuest(
  tx: ShopTransaction,
  event: Pick<ShopEvent, "shop" | "id">,
  invitationId: string,
): Promise<Invitation> {
  const { shop, id } = event;
  await lockPlaces(tx, shop, String(id));
  const guest = await lockInvitation(tx, shop, "event", invitationId);
  if (guest.groupId !== String(id) || guest.state === "revoked")
    throw notFound("This person is no longer on the event's list.");
  if (await isBeingAccepted(tx, guest))
    throw conflict("This registration is just being saved. Try again in a moment.");
  return guest;
}

/**
 * Cancels a guest who attends or waits. The next guest on the waiting list gets the place. Canceling again changes nothing. The caller
 * holds the places and then the guest.
 * @throws 409 for someone who has neither registered nor waits
 */
export async function cancelGuest(
  tx: ShopTransaction,
  guest: Invitation,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  if (guest.state === "canceled") return;
  if (guest.state !== "accepted" && guest.state !== "waiting")
    throw conflict("There is no registration to cancel.");
  const canceled = await storeResponse(tx, guest, {
    ...leaving(guest, now),
    state: "canceled",
    turn: null,
    canceledAt: now,
  });
  await withdrawMails(tx, guest);
  await mailGuest(tx, canceledText, canceled, { key: guestMailKey(canceled, canceledText), now });
  await recordAudit(tx, guest.shop, guestCanceled, {
    actor,
    subject: { type: invitationSubject, id: guest.id },
    before: { state: guest.state },
    after: { name: invitedName(guest), state: "canceled" },
    flag: "showEvents",
  });
  await requestFollowUp(tx, guest.shop);
}

/** What follows the end of a registration: the next guest moves up, and the customer loses the event's tag. */
async function requestFollowUp(tx: ShopTransaction, shop: string): Promise<void> {
  await requestTask(moveUpGuests, shop, { tx });
  await requestTask(syncEventTags, shop, { tx });
}

/**
 * Moves a guest by hand: staff may give anyone on the list a place, also before those who wait longer.
 * @param options.beyondCapacity also when every place is taken
 * @returns the state that the guest had
 * @throws 404 for someone who isn't on the list, 409 when the event is full, over or deleted, their registration is being saved, or they
 *   would only wait until the list moves
 */
export async function moveGuest(
  tx: ShopTransaction,
  { shop, eventId, invitationId }: { shop: string; eventId: number; invitationId: string },
  { to, beyondCapacity, actor, now }: { to: GuestState; beyondCapacity: boolean; actor: Actor; now: Date },
): Promise<{ guest: Invitation; event: ShopEvent }> {
  const event = await findEvent(tx, shop, eventId);
  if (event.isDeleted) throw conflict(GONE);
  if (event.dateTo <= now) throw conflict(OVER);
  const guest = await lockGuest(tx, event, invitationId);
  if (to === "canceled") await cancelGuest(tx, guest, { actor, now });
  else if (to === "waiting" && guest.state !== "waiting") {
    await storeWaiting(tx, guest, now, actor);
    if (await wouldMoveUp(tx, event, guest, now)) throw conflict(PLACE_IS_FREE);
    if (guest.state === "accepted") await requestFollowUp(tx, shop);
  } else if (to === "attending" && guest.state !== "accepted") {
    const places = await countPlacesLeft(tx, event);
    if (places !== null && places <= 0 && !beyondCapacity) throw fullRefusal(FULL_FOR_STAFF);
    await givePlace(tx, guest, now);
    await recordAudit(tx, shop, guestMovedUp, {
      actor,
      subject: { type: invitationSubject, id: guest.id },
      before: { state: guest.state },
      after: { name: invitedName(guest), event: event.name },
      flag: "showEvents",
    });
  }
  return { guest, event };
}

/** Whether a place is free for a guest who waits. */
async function wouldMoveUp(
  tx: ShopTransaction,
  event: ShopEvent,
  guest: Invitation,
  now: Date,
): Promise<boolean> {
  if (!movesUp(event, now)) return false;
  const places = await countPlacesLeft(tx, event);
  return places === null || (await readTurn(tx, guest)) <= places;
}

const PLACE_IS_FREE =
  "A place is free, so this guest would move up from the waiting list immediately. Let the guest have the place, or cancel the registration.";

const FULL_FOR_STAFF =
  "Every place of this event is taken. Cancel another registration, raise the capacity, or give a place beyond it.";
