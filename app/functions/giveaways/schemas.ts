import { z } from "zod";
import { dayWritten } from "~/platform/dates/date-bounds";
import * as messages from "./messages";

/** A giveaway's number in a path. */
export const giveawayId = z.coerce
  .number("must be the number of a giveaway")
  .int("must be the number of a giveaway")
  .min(1, "must be the number of a giveaway")
  .max(2_147_483_647, "must be the number of a giveaway");

/** Chosen by the caller; repeating it has no further effect. */
export const operationId = z.string().min(8).max(100).optional();

const WRITTEN_DAY = /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?)$/;

/** A day as MM/DD/YYYY or YYYY-MM-DD, or an ISO 8601 instant whose UTC day counts; stored as YYYY-MM-DD. */
export const day = (problem: string) => dayWritten(WRITTEN_DAY, problem);

/** How many may register; null, and 0, for any number. */
const registrationCount = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ],
    messages.REGISTRATION_COUNT_NOT_VALID,
  )
  .pipe(
    z
      .number(messages.REGISTRATION_COUNT_NOT_VALID)
      .int(messages.REGISTRATION_COUNT_NOT_VALID)
      .min(0, messages.REGISTRATION_COUNT_NOT_VALID)
      .max(messages.MAX_REGISTRATIONS, messages.REGISTRATION_COUNT_NOT_VALID),
  )
  .transform((count) => count || null)
  .nullable();

export const fields = z.object({
  name: z
    .string(messages.NAME_NOT_VALID)
    .trim()
    .min(1, messages.NAME_NOT_VALID)
    .max(messages.MAX_NAME_LENGTH, messages.NAME_NOT_VALID),
  description: z
    .string(messages.DESCRIPTION_NOT_VALID)
    .trim()
    .max(messages.MAX_DESCRIPTION_LENGTH, messages.DESCRIPTION_NOT_VALID)
    .transform((text) => text || null)
    .nullable()
    .optional(),
  startDate: day(messages.START_DATE_NOT_VALID).nullable().optional(),
  endDate: day(messages.END_DATE_NOT_VALID).nullable().optional(),
  registrationCount: registrationCount.optional(),
});

export type GiveawayFields = z.output<typeof fields>;

/** The figures of a giveaway's report. A job writes its workbook. */
export const report = z.object({
  registered: z.number().int(),
  states: z.array(z.object({ state: z.string(), count: z.number().int() })),
  /** Days with registrations, YYYY-MM-DD, in ascending order. */
  days: z.array(z.object({ day: z.string(), count: z.number().int() })),
});

export type GiveawayReport = z.infer<typeof report>;
