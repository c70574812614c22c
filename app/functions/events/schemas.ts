import { z } from "zod";
import { CAPACITY_MOST, EVENT_DESCRIPTION_MOST, EVENT_NAME_MOST } from "~/domain/events/limits";
import {
  CAPACITY_NOT_VALID,
  DATE_FROM_NOT_VALID,
  DATE_TO_NOT_VALID,
  DESCRIPTION_NOT_VALID,
  NAME_NOT_VALID,
  RSVP_NOT_VALID,
} from "./messages";

/** The number of an event, in a path. */
export const eventId = z.coerce
  .number("must be the number of an event")
  .int("must be the number of an event")
  .min(1, "must be the number of an event")
  .max(2_147_483_647, "must be the number of an event");

/** A moment as the form writes it, MM/dd/yyyy h:mm:ss a in the shop's time zone, or an instant of ISO 8601. */
const moment = (problem: string) => z.string(problem).trim().min(1, problem).max(40, problem);

const text = (most: number, problem: string) => z.string(problem).trim().min(1, problem).max(most, problem);

export const fields = z.object({
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
  /** Whether guests are reminded by email the day before. */
  reminds: z.boolean("must be true or false").optional(),
});

export type EventFields = z.output<typeof fields>;

/** An event. Its specified field names are fixed. Instants are ISO 8601. */
export const event = z.object({
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
  reminds: z.boolean(),
  /** To be sent back with a change. */
  version: z.number().int(),
});

export type Event = z.infer<typeof event>;

/** An event with how many were invited, have registered, and came. Its id is text, as every list row's is. */
export const eventRow = event.extend({
  id: z.string(),
  invited: z.number().int(),
  registered: z.number().int(),
  /** On the waiting list. */
  waiting: z.number().int(),
  canceled: z.number().int(),
  /** Guests whose registration Shopify refused. They are among those who haven't registered. */
  refused: z.number().int(),
  checkedIn: z.number().int(),
});

export type EventRow = z.infer<typeof eventRow>;
