import { z } from "zod";

/** The number of a giveaway, in a path. */
export const giveawayId = z.coerce
  .number("must be the number of a giveaway")
  .int("must be the number of a giveaway")
  .min(1, "must be the number of a giveaway")
  .max(2_147_483_647, "must be the number of a giveaway");

/** Made by the caller; the same id again has no second effect. */
export const operationId = z.string().min(8).max(100).optional();
