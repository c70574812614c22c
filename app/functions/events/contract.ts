import { z } from "zod";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { CAPACITY_MOST, EVENT_DESCRIPTION_MOST, EVENT_NAME_MOST } from "~/domain/events/limits";
import { call } from "~/platform/contract/call";
import { checkInCalls } from "./check-in/contract";
import { eventId } from "./event-id";
import { inviteCalls } from "./invites/contract";
import {
  CAPACITY_NOT_VALID,
  DATE_FROM_NOT_VALID,
  DATE_TO_NOT_VALID,
  DESCRIPTION_NOT_VALID,
  NAME_NOT_VALID,
  RSVP_NOT_VALID,
} from "./messages";
import { EVENT_PARTS } from "./tabs";

const operationId = z.string().min(8).max(100).optional();

/** A moment as the form writes it, MM/dd/yyyy h:mm:ss a in the shop's time zone, or an instant of ISO 8601. */
const moment = (problem: string) => z.string(problem).trim().min(1, problem).max(40, problem);

const text = (most: number, problem: string) => z.string(problem).trim().min(1, problem).max(most, problem);

const fields = z.object({
  name: text(EVENT_NAME_MOST, NAME_NOT_VALID),
  description: text(EVENT_DESCRIPTION_MOST, DESCRIPTION_NOT_VALID),
  dateFrom: moment(DATE_FROM_NOT_VALID),
  dateTo: moment(DATE_TO_NOT_VALID),
  active: z.boolean("must be true or false").optional(),
  /** How many may register; null for any number. */
  capacity: z
    .number(CAPACITY_NOT_VALID)
    .int(CAPACITY_NOT_VALID)
    .min(1, CAPACITY_NOT_VALID)
    .max(CAPACITY_MOST, CAPACITY_NOT_VALID)
    .nullable()
    .optional(),
  /** Until when one may register; null: until the event is over. */
  rsvpBy: moment(RSVP_NOT_VALID).nullable().optional(),
});
export type EventFields = z.output<typeof fields>;

/** An event. Its specified field names are fixed. Instants are ISO 8601. */
const event = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  dateFrom: z.string(),
  dateTo: z.string(),
  active: z.boolean(),
  isDeleted: z.boolean(),
  /** The administrator's number; 0 is shown as Admin. */
  createdBy: z.number().int(),
  createdByName: z.string(),
  capacity: z.number().int().nullable(),
  rsvpBy: z.string().nullable(),
  /** To be sent back with a change. */
  version: z.number().int(),
});
export type Event = z.infer<typeof event>;

/** The same with how many were invited, have registered, and came. Its id is text, as every list row's is. */
const eventRow = event.extend({
  id: z.string(),
  invited: z.number().int(),
  registered: z.number().int(),
  checkedIn: z.number().int(),
});
export type EventRow = z.infer<typeof eventRow>;

/** The specified calls about events, and those that the pages need beside them. */
export const eventsContract = {
  ...inviteCalls,
  ...checkInCalls,
  list: call("showEvents")
    .route({ method: "GET", path: "/events/list", summary: "Every event that isn't deleted, latest first" })
    .output(z.object({ list: z.array(event) })),
  page: call("showEvents")
    .route({ method: "GET", path: "/events", summary: "A page of events with how many people each has" })
    .input(
      z.object({
        part: z.enum(EVENT_PARTS, `must be one of: ${EVENT_PARTS.join(", ")}`).default("events"),
        search: z.string().trim().max(60, "must be at most 60 characters").default(""),
        sort: z.string().max(40).optional(),
        ...pageRequest,
      }),
    )
    .output(pageOf(eventRow)),
  detail: call("showEvents")
    .route({ method: "GET", path: "/events/{id}", summary: "One event" })
    .input(z.object({ id: eventId }))
    .output(eventRow),
  create: call("showEvents")
    .route({ method: "POST", path: "/events", summary: "Create an event" })
    .input(fields.extend({ operationId }))
    .output(event),
  change: call("showEvents")
    .route({
      method: "PATCH",
      path: "/events/{id}",
      summary: "Change an event. Omitted fields stay as they are",
    })
    .input(
      fields.partial().extend({
        id: eventId,
        /** The version that was changed. Refused with 409 when it isn't the current one. */
        version: z.number().int().optional(),
      }),
    )
    .output(z.object({ event, changed: z.array(z.string()) })),
  archive: call("showEvents")
    .route({ method: "PATCH", path: "/events/archive/{id}", summary: "Delete an event. It can be restored" })
    .input(z.object({ id: eventId }))
    .output(event),
  restore: call("showEvents")
    .route({ method: "PATCH", path: "/events/restore/{id}", summary: "Take the deletion of an event back" })
    .input(z.object({ id: eventId }))
    .output(event),
  figure: call("showEvents")
    .route({ method: "GET", path: "/events/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text: z.string(), asOf: z.string().nullable() })),
};
