import { z } from "zod";

/** A giveaway's number in a path. */
export const giveawayId = z.coerce
  .number("must be the number of a giveaway")
  .int("must be the number of a giveaway")
  .min(1, "must be the number of a giveaway")
  .max(2_147_483_647, "must be the number of a giveaway");

/** Chosen by the caller; repeating it has no further effect. */
export const operationId = z.string().min(8).max(100).optional();
