import { addDays, subDays } from "date-fns";
import { type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { filter } from "./define-list.server";

const MAX_DAYS = 366;

/** How many days back or ahead, as addresses and calls have it. */
export const days = z.coerce
  .number("must be a number of days")
  .int("must be a whole number of days")
  .min(1, "must be at least 1")
  .max(MAX_DAYS, `must be at most ${MAX_DAYS}`)
  .optional();

/** A filter for the rows of the last days, to the second: what a line of the desk counts. @param at the instant of a row */
export const withinDays = (at: SQLWrapper) =>
  filter(days, { where: (value, { clock }) => sql`${at} >= ${subDays(clock.now(), value)}` });

/** A filter for the rows of the next days. @param at the instant of a row */
export const withinNextDays = (at: SQLWrapper) =>
  filter(days, {
    where: (value, { clock }) => sql`(${at} >= ${clock.now()} AND ${at} <= ${addDays(clock.now(), value)})`,
  });
