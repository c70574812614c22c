import { z } from "zod";
import {
  CAPACITY_MOST,
  EVENT_DESCRIPTION_MOST,
  EVENT_LOCATION_MOST,
  EVENT_NAME_MOST,
} from "~/domain/events/limits";
import {
  CAPACITY_NOT_VALID,
  DATE_FROM_NOT_VALID,
  DATE_TO_NOT_VALID,
  DESCRIPTION_NOT_VALID,
  LOCATION_NOT_VALID,
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
  /** Where it is, in one line. Empty for none. */
  location: z
    .string(LOCATION_NOT_VALID)
    .trim()
    .max(EVENT_LOCATION_MOST, LOCATION_NOT_VALID)
    .regex(/^[^\r\n]*$/, LOCATION_NOT_VALID)
    .optional(),
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
