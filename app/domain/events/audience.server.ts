import { groupedAudiences, type Particulars } from "~/domain/invitations/particulars.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { conflict } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { assertTakesPlace, closesAt, eventIdOf, findEvent, type ShopEvent } from "./event.server";
import { formatEventDates, timeZoneOf } from "./event-dates.server";
import { eventTag } from "./event-tag.server";
import { GUEST_PAGE } from "./guests/guest-state";
import { mailRegistration } from "./guests/mail-texts.server";
import {
  countOpenPlaces,
  fullRefusal,
  isFull,
  joinWaitingList,
  lockPlaces,
  moveUpGuests,
} from "./guests/places.server";
import { DRAFT_WARNING, fewerPlaces, NOT_OPEN } from "./limits";

/** The audience of events: each event is a group. */
export const eventAudience = groupedAudiences.handler({
  audience: "event",

  async read(tx, shop, groupId) {
    const event = await findEvent(tx, shop, eventIdOf(groupId) ?? 0);
    assertTakesPlace(event);
    return particularsOf(event, await timeZoneOf(tx, shop));
  },

  async admit(tx, { shop, groupId }) {
    await lockPlaces(tx, shop, groupId);
    await this.assertOpen?.(tx, shop, groupId);
    await this.assertAccepting?.(tx, shop, groupId);
  },

  async assertAccepting(tx, shop, groupId) {
    const { active } = await findEvent(tx, shop, eventIdOf(groupId) ?? 0);
    if (!active) throw conflict(NOT_OPEN);
  },

  async assertOpen(tx, shop, groupId) {
    const event = await findEvent(tx, shop, eventIdOf(groupId) ?? 0);
    assertTakesPlace(event);
    if (await isFull(tx, event)) throw fullRefusal();
  },

  async lockPlaces(tx, shop, groupId) {
    await lockPlaces(tx, shop, groupId);
  },

  waitingList: { join: joinWaitingList },
  registered: mailRegistration,
  // The place is free again.
  refused: (tx, { shop }) => requestTask(moveUpGuests, shop, { tx }),
  guestPage: GUEST_PAGE,

  async warn(tx, shop, groupId, people) {
    const event = await findEvent(tx, shop, eventIdOf(groupId) ?? 0);
    const places = await countOpenPlaces(tx, event);
    const warnings = [
      ...(event.active ? [] : [DRAFT_WARNING]),
      ...(places !== null && places < people ? [fewerPlaces(places, people)] : []),
    ];
    return warnings.length > 0 ? warnings.join(" ") : null;
  },
});

/** What an invitation to an event says of it. */
export function particularsOf(event: ShopEvent, timeZone: string): Particulars {
  return {
    title: event.name,
    details: [
      event.description,
      formatEventDates(event, timeZone),
      ...(event.location ? [event.location] : []),
      ...(event.rsvpBy ? [`Please register by ${formatZonedDateTime(event.rsvpBy, timeZone)}.`] : []),
    ],
    tags: [eventTag(event.id)],
    endsAt: closesAt(event),
  };
}
