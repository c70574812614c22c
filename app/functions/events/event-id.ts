import { z } from "zod";

/** The number of an event, in a path. */
export const eventId = z.coerce
  .number("must be the number of an event")
  .int("must be the number of an event")
  .min(1, "must be the number of an event")
  .max(2_147_483_647, "must be the number of an event");
