import { z } from "zod";

export const count = z.number().int();

/** The number of a draw of a giveaway. */
export const drawNumber = z.coerce
  .number("must be the number of a draw")
  .int("must be the number of a draw")
  .min(1);

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
