import { z } from "zod";

/** A metric's value on a day that has a reading. */
export const point = z.object({
  /** YYYY-MM-DD in the shop's time zone. */
  date: z.string(),
  value: z.number().int(),
  /** False when Shopify answered that there are at least this many. */
  isExact: z.boolean(),
});

export type Point = z.infer<typeof point>;
