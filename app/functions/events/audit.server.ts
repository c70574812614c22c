import { auditAction } from "~/core/audit/audit-action.server";

/** The fields of an event by their names in the form. A change has only the fields that it changed. */
type EventSide = Record<string, string>;

export const eventCreated = auditAction<null, EventSide>("event.created", "Created an event");
export const eventChanged = auditAction<EventSide, EventSide>("event.changed", "Changed an event");
export const eventDeleted = auditAction<null, null>("event.deleted", "Deleted an event");
export const eventRestored = auditAction<null, null>("event.restored", "Restored an event");

type CheckInSide = { name: string; event: string };

export const guestCheckedIn = auditAction<null, CheckInSide>(
  "event.checked in",
  "Checked in a guest at an event",
);
export const checkInUndone = auditAction<null, CheckInSide>(
  "event.check-in undone",
  "Undid a check-in at an event",
);
