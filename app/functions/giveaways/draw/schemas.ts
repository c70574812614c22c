import { z } from "zod";
import { PLACE_STATES } from "../entrants/list";

export const count = z.number().int();

/** An instant, ISO 8601. */
export const instant = z.string();

/** A draw with everything needed to reproduce it, except its entries. */
export const draw = z.object({
  number: count,
  drawnAt: instant,
  drawnBy: z.string(),
  /** Why another draw was made. */
  reason: z.string().nullable(),
  winners: count,
  alternates: count,
  repeatWinners: z.boolean(),
  seed: z.string(),
  commitment: z.string(),
  committedAt: instant,
  entriesDigest: z.string(),
  entries: count,
  tickets: count,
  /** How many of the current winners have an email. Unlike `isTold` of a place, it includes queued emails. */
  told: count,
  /** How many of them have none and still take part. */
  untold: count,
});

export type GiveawayDraw = z.infer<typeof draw>;

/** A drawn entrant and their current state. */
export const place = z.object({
  rank: count,
  number: count,
  name: z.string(),
  email: z.string(),
  state: z.enum(PLACE_STATES),
  reason: z.string().nullable(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
  /** The email about the win has left the queue. Unlike this, `told` of a draw includes queued emails. */
  isTold: z.boolean(),
  isMailQueued: z.boolean(),
  /** Why the email about the win wasn't delivered. Null otherwise. */
  mailProblem: z.string().nullable(),
});

export type Place = z.infer<typeof place>;
