import { z } from "zod";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { call } from "~/platform/contract/call";
import { eventId } from "../event-id";
import { CHECK_IN_PAGE, CHECK_IN_TABS } from "./list";

const invitationId = z.uuid("must be the id of an invitation");

/** A person on the check-in list, with registration and check-in. Instants are ISO 8601. */
const guest = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isRegistered: z.boolean(),
  checkedInAt: z.string().nullable(),
  checkedInBy: z.string().nullable(),
});
export type Guest = z.infer<typeof guest>;

/** The calls of an event's check-in list. */
export const checkInCalls = {
  checkIns: call("showEvents")
    .route({
      method: "GET",
      path: "/events/{id}/check-in",
      summary: "A page of an event's check-in list, by name",
    })
    .input(
      z.object({
        id: eventId,
        tab: z.enum(CHECK_IN_TABS, `must be one of: ${CHECK_IN_TABS.join(", ")}`).default("registered"),
        search: z.string().trim().max(60, "must be at most 60 characters").default(""),
        ...numberedRequest(CHECK_IN_PAGE),
      }),
    )
    .output(numberedPageOf(guest)),
  checkInRows: call("showEvents")
    .route({ method: "GET", path: "/events/{id}/check-in/rows", summary: "The whole check-in list, by name" })
    .input(z.object({ id: eventId }))
    .output(z.object({ rows: z.array(guest) })),
  checkIn: call("showEvents")
    .route({
      method: "POST",
      path: "/events/{id}/check-in/{invitationId}",
      summary: "Check a person in. A repetition changes nothing",
    })
    .input(z.object({ id: eventId, invitationId }))
    .output(
      guest.extend({
        /** False for a person who was checked in before. */
        isNew: z.boolean(),
        /** The caller has checked the person in, now or before. */
        isOwn: z.boolean(),
      }),
    ),
  undoCheckIn: call("showEvents")
    .route({
      method: "DELETE",
      path: "/events/{id}/check-in/{invitationId}",
      summary: "Undo a check-in",
    })
    .input(z.object({ id: eventId, invitationId }))
    .output(guest),
};
