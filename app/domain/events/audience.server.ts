import { eq, sql } from "drizzle-orm";
import { countAdmitted } from "~/domain/invitations/accept/acceptance.server";
import { groupedAudiences, type Particulars } from "~/domain/invitations/particulars.server";
import { shops } from "~/platform/auth/tables.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { closesAt, eventIdOf, findEvent, type ShopEvent } from "./event.server";
import { CLOSED, DRAFT_WARNING, FULL, fewerPlaces, GONE, NOT_OPEN, OVER } from "./limits";

/** What a customer who registered for an event carries. */
export const eventTag = (eventId: number | string): string => `event:${eventId}`;

/** The audience of events: each event is a group. */
export const eventAudience = groupedAudiences.handler({
  audience: "event",

  async read(tx, shop, groupId) {
    const event = await findEvent(tx, shop, eventIdOf(groupId) ?? 0);
    assertTakesPlace(event);
    return particularsOf(event, await timeZoneOf(tx, shop));
  },

  /**
   * Admissions are serialized until they commit, so that the last place goes to exactly one person. It doesn't lock the event's row:
   * a change of the event locks the row first and then the invitations, one of which is locked here already.
   */
  async admit(tx, { shop, groupId }) {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`places ${shop} ${groupId}`}))`);
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
    const places = await countPlacesLeft(tx, event);
    if (places !== null && places <= 0) throw conflict(FULL);
  },

  async warn(tx, shop, groupId, people) {
    const event = await findEvent(tx, shop, eventIdOf(groupId) ?? 0);
    const places = await countPlacesLeft(tx, event);
    const warnings = [
      ...(event.active ? [] : [DRAFT_WARNING]),
      ...(places !== null && places < people ? [fewerPlaces(places, people)] : []),
    ];
    return warnings.length > 0 ? warnings.join(" ") : null;
  },
});

/** @throws 404 for a deleted event, 409 for one whose registration is closed */
function assertTakesPlace(event: ShopEvent): void {
  const why = whyOver(event, new Date());
  if (why) throw why === GONE ? notFound(why) : conflict(why);
}

function whyOver(event: ShopEvent, now: Date): string | null {
  if (event.isDeleted) return GONE;
  if (event.dateTo <= now) return OVER;
  return closesAt(event) <= now ? CLOSED : null;
}

function particularsOf(event: ShopEvent, timeZone: string): Particulars {
  const [from, to] = [event.dateFrom, event.dateTo].map((date) => formatZonedDateTime(date, timeZone));
  return {
    title: event.name,
    details: [
      event.description,
      `${from} to ${to}`,
      ...(event.rsvpBy ? [`Please register by ${formatZonedDateTime(event.rsvpBy, timeZone)}.`] : []),
    ],
    tags: [eventTag(event.id)],
    endsAt: closesAt(event),
  };
}

async function timeZoneOf(tx: ShopTransaction, shop: string): Promise<string> {
  const [row] = await tx.select({ timeZone: shops.timeZone }).from(shops).where(eq(shops.shop, shop));
  return row?.timeZone ?? "UTC";
}

/** The number of free places; null where any number of people can register. */
async function countPlacesLeft(tx: ShopTransaction, event: ShopEvent): Promise<number | null> {
  if (event.capacity === null) return null;
  const of = { shop: event.shop, audience: "event", groupId: String(event.id) } as const;
  return event.capacity - (await countAdmitted(tx, of));
}
