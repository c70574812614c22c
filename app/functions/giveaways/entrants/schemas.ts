import { z } from "zod";
import { MAX_REASON_LENGTH } from "../messages";
import { ENTRANT_STATES, PLACE_STATES } from "./list";

/** An entrant. Erased fields are empty. */
export const entrant = z.object({
  number: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** An instant, ISO 8601. */
  registeredAt: z.string(),
  weight: z.number().int(),
  state: z.enum(ENTRANT_STATES),
  /** Why they were disqualified or reinstated. */
  reason: z.string().nullable(),
  /** Send it back with a change. */
  version: z.number().int(),
});

export type Entrant = z.infer<typeof entrant>;

/** An entrant with their state in the draws: a win, or else in the latest draw that drew them. */
export const listedEntrant = entrant.extend({ place: z.enum(PLACE_STATES).nullable() });

export type ListedEntrant = z.infer<typeof listedEntrant>;

export const REASON_NOT_VALID = `Enter a reason of at most ${MAX_REASON_LENGTH} characters.`;

/** A required reason. */
export const reason = z
  .string(REASON_NOT_VALID)
  .trim()
  .min(1, REASON_NOT_VALID)
  .max(MAX_REASON_LENGTH, REASON_NOT_VALID);
