import { z } from "zod";
import * as tags from "~/domain/codes/code-tags";
import type { RegistrationCode } from "~/domain/codes/list.server";
import { dayWritten } from "~/platform/dates/date-bounds";
import { cleanIdentifier } from "~/platform/text/identifier";
import * as messages from "./messages";

const WRITTEN_DAY = /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})$/;

/** A day as MM/DD/YYYY, as a save sends it, or as YYYY-MM-DD, as it is answered. */
const day = (problem: string) => dayWritten(WRITTEN_DAY, problem);

/** A whole number, or null. */
const wholeNumber = (problem: string) =>
  z
    .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], problem)
    .pipe(z.number(problem).int(problem).min(0, problem).max(tags.MAX_COUNT, problem))
    .nullable();

export const emailDomains = z
  .array(
    z
      .string(`A domain ${tags.EMAIL_DOMAIN_PROBLEM}`)
      .max(254, tags.EMAIL_DOMAIN_PROBLEM)
      .superRefine((text, refused) => {
        const problem = tags.emailDomainProblem(text);
        if (problem) refused.addIssue(problem);
      }),
  )
  .max(tags.MAX_EMAIL_DOMAINS, `Enter at most ${tags.MAX_EMAIL_DOMAINS} domains.`);

/** The version that a change is based on: 409 when the code changed since. */
export const version = z.number().int().optional();

export const fields = z.object({
  registrationCode: z
    .string(messages.CODE_NOT_VALID)
    .overwrite(cleanIdentifier)
    .min(1, messages.CODE_NOT_VALID)
    .max(tags.MAX_CODE_LENGTH, messages.CODE_NOT_VALID),
  startDate: day(messages.START_DATE_NOT_VALID),
  endDate: day(messages.END_DATE_NOT_VALID),
  /** The first of the list when absent. */
  partner: z
    .object({
      handle: z
        .string(messages.PARTNER_NOT_VALID)
        .trim()
        .min(1, messages.PARTNER_NOT_VALID)
        .max(tags.MAX_PARTNER_LENGTH),
    })
    .optional(),
  /** Whole dollars. */
  spendLimit: wholeNumber(messages.SPEND_LIMIT_NOT_VALID).optional(),
  /** Null, and 0, for any number. */
  maxRegistrationCount: wholeNumber(messages.MAX_COUNT_NOT_VALID)
    .transform((count) => count || null)
    .optional(),
  /** Separated by commas. */
  tags: z
    .string()
    .superRefine((text, refused) => {
      const problem = tags.codeTagsProblem(text);
      if (problem) refused.addIssue(problem);
    })
    .optional(),
  emailDomains: emailDomains.optional(),
});

export type CodeFields = z.output<typeof fields>;

/** A code as a list row, whose ids are strings. */
export type CodeRow = Omit<RegistrationCode, "id"> & { id: string };
