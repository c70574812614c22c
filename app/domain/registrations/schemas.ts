import { z } from "zod";
import { REGISTRATIONS } from "./status";

/** A kind of registration. */
export const registrationKind = z.enum(
  Object.keys(REGISTRATIONS) as [keyof typeof REGISTRATIONS],
  "must be student or staff",
);
