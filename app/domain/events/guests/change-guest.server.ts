import { recordAudit } from "~/core/audit/record-audit.server";
import { isBeingAccepted } from "~/domain/invitations/accept/acceptance.server";
import { invitationSubject } from "~/domain/invitations/audit.server";
import { type Invitation, invitedName, lockInvitation } from "~/domain/invitations/invitation.server";
import { withdrawMails } from "~/domain/invitations/mails.server";
import { storeResponse } from "~/domain/invitations/waiting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { guestCanceled, guestMovedUp } from "../audit.server";
import { findEvent, type ShopEvent } from "../event.server";
import { syncEventTags } from "../event-tag.server";
import { GONE, OVER } from "../limits";
import { guestMailKey, mailGuest } from "./guest-mails.server";
import type { GuestState } from "./guest-state";
import { guestCanceled as canceledText } from "./mail-texts.server";
import { countPlacesLeft, fullRefusal, lockPlaces } from "./places.server";
import { givePlace, leaving, moveUpGuests, storeWaiting } from "./waiting-list.server";

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
export async function requestFollowUp(tx: ShopTransaction, shop: string): Promise<void> {
  await requestTask(moveUpGuests, shop, { tx });
  await requestTask(syncEventTags, shop, { tx });
}

/**
 * Moves a guest by hand: staff may give anyone on the list a place, also before those who wait longer.
 * @param options.beyondCapacity also when every place is taken
 * @returns the state that the guest had
 * @throws 404 for someone who isn't on the list, 409 when the event is full, over or deleted, or their registration is being saved
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

const FULL_FOR_STAFF =
  "Every place of this event is taken. Cancel another registration, raise the capacity, or give a place beyond it.";
