import { sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject, INTEGER_ID } from "~/core/audit/audit-subject.server";

export const eventSubject = auditSubject("event", {
  id: INTEGER_ID,
  find: (shop, id) => sql`SELECT json_build_object('name', e.name) FROM events AS e
    WHERE e.shop = ${shop} AND e.id = ${id}`,
  nameless: "A deleted event",
  urlOf: (id) => `/events/${id}/invites`,
});

type GuestSide = { state: string };

export const guestWaits = auditAction<GuestSide, GuestSide & { name: string }>(
  "event.guest waits",
  "Put a guest on the waiting list of an event",
);
export const guestMovedUp = auditAction<GuestSide, { name: string; event: string }>(
  "event.guest moved up",
  "Gave a guest a place at an event",
);
export const guestCanceled = auditAction<GuestSide, GuestSide & { name: string }>(
  "event.guest canceled",
  "Canceled a guest's registration for an event",
);
