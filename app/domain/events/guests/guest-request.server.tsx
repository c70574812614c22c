import bwipjs from "bwip-js/node";
import { defineRequest, type OpenRequest } from "~/core/requests/define-request.server";
import { MAX_LISTED } from "~/core/requests/limits";
import { isBeingAccepted } from "~/domain/invitations/accept/acceptance.server";
import { wasRefused } from "~/domain/invitations/accept/refusals.server";
import { findInvitationsOf } from "~/domain/invitations/customer-invitations.server";
import {
  findInvitation,
  type Invitation,
  invitedName,
  publishInvitations,
} from "~/domain/invitations/invitation.server";
import { findLinkedInvitation, readTurn } from "~/domain/invitations/waiting.server";
import { appAddress } from "~/platform/app-address.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { eventIdOf, findEvent, type ShopEvent, whyOver } from "../event.server";
import { formatEventDates } from "../event-dates.server";
import { GONE, NOT_OPEN, OVER } from "../limits";
import { GUEST_REQUEST } from "./guest-state";
import { guestLinkUntil } from "./mail-texts.server";
import { cancelGuest, GUEST_ACTOR, isFull, joinWaitingList, lockGuest } from "./places.server";

/** An event, for a guest: whether they attend, the code for the entrance, and canceling. */
export const guestRequest = defineRequest({
  ...GUEST_REQUEST,

  async open(tx, shop, subjectId, now) {
    const found = await findGuest(tx, shop.domain, subjectId);
    return found && requestOf(tx, shop, found, now);
  },

  actions: {
    confirm: ({ domain }, subjectId, now) =>
      withShop(domain, async (tx) => {
        const { event } = await requireGuest(tx, domain, subjectId);
        const guest = await lockGuest(tx, event, subjectId);
        if (guest.state !== "accepted" && guest.state !== "waiting") await joinWaitingList(tx, guest, now);
      }),
    cancel: ({ domain }, subjectId, now) =>
      withShop(domain, async (tx) => {
        const { event } = await requireGuest(tx, domain, subjectId);
        if (event.dateTo <= now) throw conflict(OVER);
        const guest = await lockGuest(tx, event, subjectId);
        await cancelGuest(tx, guest, { actor: GUEST_ACTOR, now });
        return "Your registration is canceled.";
      }),
  },

  download: {
    isPrivate: false,
    async read({ domain }, subjectId, now) {
      const found = await withShop(domain, (tx) => findGuest(tx, domain, subjectId));
      if (!found || found.event.isDeleted) return undefined;
      return {
        fileName: "event.ics",
        contentType: "text/calendar; charset=utf-8",
        content: calendarFile(found.event, now),
      };
    },
  },

  ofCustomer: (tx, { domain }, customer) =>
    findInvitationsOf(tx, domain, customer, { audiences: ["event"], limit: MAX_LISTED }),

  publish({ domain }, subjectId) {
    publishInvitations(domain, "event", [subjectId]);
  },

  /** The link of the invitation opens this page, too. */
  findEarlierLink: (tx, shop, linkId) => findLinkedInvitation(tx, shop, { audience: "event", linkId }),
});

interface FoundGuest {
  guest: Invitation;
  event: ShopEvent;
}

async function findGuest(tx: ShopTransaction, shop: string, id: string): Promise<FoundGuest | undefined> {
  const guest = await findInvitation(tx, shop, id);
  if (guest?.audience !== "event" || guest.state === "revoked") return undefined;
  return { guest, event: await findEvent(tx, shop, eventIdOf(guest.groupId) ?? 0) };
}

async function requireGuest(tx: ShopTransaction, shop: string, id: string): Promise<FoundGuest> {
  const found = await findGuest(tx, shop, id);
  if (!found) throw notFound("You are no longer on the list of this event.");
  if (found.event.isDeleted) throw notFound(GONE);
  return found;
}

async function requestOf(
  tx: ShopTransaction,
  shop: Shop,
  found: FoundGuest,
  now: Date,
): Promise<OpenRequest> {
  const { guest, event } = found;
  const status = await statusOf(tx, shop, found, now);
  const attends = guest.state === "accepted" && !event.isDeleted && event.dateTo > now;
  return {
    title: event.name,
    facts: [
      { label: "When", value: formatEventDates(event, shop.timeZone) },
      ...(event.location ? [{ label: "Where", value: event.location }] : []),
      { label: "Status", value: status.text },
    ],
    more: (
      <>
        <p>{event.description}</p>
        {attends && <CheckInCode address={checkInAddress(found)} />}
      </>
    ),
    download: event.isDeleted || event.dateTo <= now ? undefined : "Add it to your calendar",
    actions: status.actions,
    to: { email: guest.email, name: invitedName(guest), customerId: guest.customerId ?? undefined },
    access: { flag: "showEvents" },
    linkUntil: guestLinkUntil(event, now),
  };
}

interface Status {
  text: string;
  actions: OpenRequest["actions"];
}

const COME = { name: "confirm", label: "I'm coming" };
const CANCEL = {
  name: "cancel",
  label: "I can't come",
  warning: "This cancels your registration. Your place goes to the next person who waits for one.",
};
const LEAVE = {
  name: "cancel",
  label: "Leave the waiting list",
  warning: "You lose your place on the list.",
};

async function statusOf(
  tx: ShopTransaction,
  shop: Shop,
  { guest, event }: FoundGuest,
  now: Date,
): Promise<Status> {
  const since = (at: Date | null) => (at ? `, since ${formatZonedDateTime(at, shop.timeZone)}` : "");
  const over = whyOver(event, now);
  if (over === GONE || over === OVER) return { text: over, actions: [] };
  if (await isBeingAccepted(tx, guest))
    return { text: "You have a place. It is being saved, and you get an email when it is.", actions: [] };
  if (guest.state === "accepted")
    return { text: `You are registered${since(guest.acceptedAt)}`, actions: [CANCEL] };
  if (guest.state === "waiting") {
    const number = await readTurn(tx, guest);
    return {
      text: `You are number ${number} on the waiting list${since(guest.waitingAt)}`,
      actions: [LEAVE],
    };
  }
  if (await wasRefused(tx, guest))
    return {
      text: `We couldn't save your registration. Try again, or contact ${shop.name}.`,
      actions: [COME],
    };
  const canceled = guest.state === "canceled" ? `Canceled${since(guest.canceledAt)}` : "Not registered";
  const why = over ?? (event.active ? null : NOT_OPEN);
  if (why) return { text: `${canceled}. ${why}`, actions: [] };
  const full = await isFull(tx, event);
  return {
    text: full ? `${canceled}. Every place is taken.` : canceled,
    actions: [full ? { ...COME, label: "Join the waiting list" } : COME],
  };
}

/** The page of the check-in list that shows a guest. Staff sign in to open it. */
const checkInAddress = ({ guest, event }: FoundGuest): string =>
  appAddress(event.shop, `/events/${event.id}/check-in?guest=${guest.id}`);

/** What the entrance scans. It holds an address for staff, and nothing about the guest. */
function CheckInCode({ address }: { address: string }) {
  const drawing = bwipjs.toSVG({
    bcid: "qrcode",
    text: address,
    scale: 4,
    padding: 4,
    backgroundcolor: "FFFFFF",
  });
  return (
    <figure className="backroom-code">
      <img
        alt="Your code for the entrance"
        src={`data:image/svg+xml;base64,${Buffer.from(drawing).toString("base64")}`}
      />
      <figcaption>Show this code at the entrance.</figcaption>
    </figure>
  );
}

/** The longest line of a calendar file, in bytes (RFC 5545, 3.1). */
const MAX_LINE_BYTES = 75;

const encoder = new TextEncoder();

/** A value of type TEXT (RFC 5545, 3.3.11). */
const escapeText = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replace(/\r\n|[\n\r]/g, "\\n");

/** Folds a line into lines of at most 75 bytes. A character isn't split. */
function foldLine(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > MAX_LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

const utcStamp = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** An event as a calendar file (RFC 5545). A newer version of the event replaces an older one in the guest's calendar. */
const calendarFile = (
  { shop, id, version, name, description, location, dateFrom, dateTo }: ShopEvent,
  now: Date,
): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Backroom//Events//EN",
    "BEGIN:VEVENT",
    `UID:event-${id}@${shop}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${utcStamp(now)}`,
    `DTSTART:${utcStamp(dateFrom)}`,
    `DTEND:${utcStamp(dateTo)}`,
    `SUMMARY:${escapeText(name)}`,
    `DESCRIPTION:${escapeText(description)}`,
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(foldLine)
    .join("\r\n");
