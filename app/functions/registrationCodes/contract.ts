import { z } from "zod";
import { numberedPageOf, pageNumber } from "~/core/lists/numbered-page";
import { codeTagsProblem } from "~/domain/codes/code-tags";
import { codesList, EXPIRATION_FILTERS } from "~/domain/codes/codes-list";
import { partner } from "~/domain/codes/contract";
import { EMAIL_DOMAIN_PROBLEM, emailDomainProblem, MAX_EMAIL_DOMAINS } from "~/domain/codes/email-domains";
import { MAX_CODE_LENGTH, MAX_COUNT, MAX_PARTNER_LENGTH } from "~/domain/codes/limits";
import { call } from "~/platform/contract/call";
import { parseStoredDate } from "~/platform/dates/date-text";
import { cleanIdentifier } from "~/platform/text/identifier";
import {
  CODE_NOT_VALID,
  END_DATE_NOT_VALID,
  MAX_COUNT_NOT_VALID,
  PARTNER_NOT_VALID,
  SPEND_LIMIT_NOT_VALID,
  START_DATE_NOT_VALID,
} from "./messages";

const WRITTEN_DAY = /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})$/;

/** A day as MM/DD/YYYY, as a save sends it, or as YYYY-MM-DD, as it is answered. */
const day = (problem: string) =>
  z
    .string(problem)
    .trim()
    .regex(WRITTEN_DAY, problem)
    .transform((text, context) => {
      const read = parseStoredDate(text);
      if (read) return read;
      context.addIssue(problem);
      return z.NEVER;
    });

/** A whole number, or null. */
const wholeNumber = (problem: string) =>
  z
    .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], problem)
    .pipe(z.number(problem).int(problem).min(0, problem).max(MAX_COUNT, problem))
    .nullable();

/** Up to how many rows one answer contains when the request doesn't ask for a page. */
const ALL = 1_000;

/** A page of a list. The specified calls have no pages, so without a size the first one is as large as it may be. */
const numbered = {
  page: pageNumber,
  pageSize: z.coerce
    .number("must be a number of rows")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(ALL, `must be at most ${ALL}`)
    .default(ALL),
};

const emailDomains = z
  .array(
    z
      .string(`A domain ${EMAIL_DOMAIN_PROBLEM}`)
      .max(254, EMAIL_DOMAIN_PROBLEM)
      .superRefine((text, refused) => {
        const problem = emailDomainProblem(text);
        if (problem) refused.addIssue(problem);
      }),
  )
  .max(MAX_EMAIL_DOMAINS, `Enter at most ${MAX_EMAIL_DOMAINS} domains.`);

const codeId = z.coerce
  .number("must be the number of a registration code")
  .int("must be the number of a registration code")
  .min(1, "must be the number of a registration code")
  .max(2_147_483_647, "must be the number of a registration code");

/** The version that a change is based on: 409 when the code changed since. */
const version = z.number().int().optional();

const operationId = z.string().min(8).max(100).optional();

const fields = z.object({
  registrationCode: z
    .string(CODE_NOT_VALID)
    .overwrite(cleanIdentifier)
    .min(1, CODE_NOT_VALID)
    .max(MAX_CODE_LENGTH, CODE_NOT_VALID),
  startDate: day(START_DATE_NOT_VALID),
  endDate: day(END_DATE_NOT_VALID),
  /** The first of the list when absent. */
  partner: z
    .object({ handle: z.string(PARTNER_NOT_VALID).trim().min(1, PARTNER_NOT_VALID).max(MAX_PARTNER_LENGTH) })
    .optional(),
  /** Whole dollars. */
  spendLimit: wholeNumber(SPEND_LIMIT_NOT_VALID).optional(),
  /** Null, and 0, for any number. */
  maxRegistrationCount: wholeNumber(MAX_COUNT_NOT_VALID)
    .transform((count) => count || null)
    .optional(),
  /** Separated by commas. */
  tags: z
    .string()
    .superRefine((text, refused) => {
      const problem = codeTagsProblem(text);
      if (problem) refused.addIssue(problem);
    })
    .optional(),
  emailDomains: emailDomains.optional(),
});
export type CodeFields = z.output<typeof fields>;

/** A registration code. Days are YYYY-MM-DD in the shop's calendar. */
const registrationCode = z.object({
  id: z.number().int(),
  registrationCode: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  partner,
  partnerName: z.string(),
  spendLimit: z.number().int().nullable(),
  maxRegistrationCount: z.number().int().nullable(),
  currentRegistrationCount: z.number().int(),
  tags: z.string(),
  emailDomains: z.array(z.string()),
  status: z.enum(["Active", "Scheduled", "Used Up", "Expired"]),
  /** The public page with this code filled in. */
  link: z.string(),
  /** Send it back with a change. */
  version: z.number().int(),
});
export type RegistrationCode = z.infer<typeof registrationCode>;

const answered = <Data extends z.ZodType>(data: Data) =>
  z.object({ status: z.literal(true), msg: z.string(), data });

const historyEntry = z.object({
  id: z.string(),
  /** A letter of Create, Read, Update, Delete. */
  action: z.enum(["C", "R", "U", "D"]),
  changes: z.string(),
  /** An instant, ISO 8601. */
  createdDate: z.string(),
  /** Who did it. */
  by: z.string(),
});
export type CodeHistoryEntry = z.infer<typeof historyEntry>;

/** The calls for registration codes. */
export const registrationCodesContract = {
  list: call("showRegistrationCodes")
    .route({ method: "GET", path: "/registrationCodes/list", summary: "Registration codes, newest first" })
    .input(
      z.object({
        /** Active, Inactive (after their last day) or All, in any letter case; all when absent. */
        active: z
          .string()
          .default("All")
          .transform((text) => EXPIRATION_FILTERS.find((one) => one.toLowerCase() === text.toLowerCase()))
          .pipe(z.enum(EXPIRATION_FILTERS, `must be one of: ${EXPIRATION_FILTERS.join(", ")}`)),
        search: z.string().trim().max(60, "must be at most 60 characters").default(""),
        sort: z.string().max(60).default(codesList.defaultSort),
        ...numbered,
      }),
    )
    .output(numberedPageOf(registrationCode)),
  create: call("showRegistrationCodes")
    .route({ method: "POST", path: "/registrationCodes/code", summary: "Create a registration code" })
    .input(fields.extend({ operationId }))
    .output(answered(registrationCode)),
  update: call("showRegistrationCodes")
    .route({
      method: "PATCH",
      path: "/registrationCodes/code/{id}",
      summary: "Change a registration code. Omitted fields stay as they are",
    })
    .input(
      fields.partial().extend({
        id: codeId,
        version,
      }),
    )
    .output(answered(registrationCode)),
  updateEmailDomains: call("showRegistrationCodes")
    .route({
      method: "PATCH",
      path: "/registrationCodes/emailDomains/{id}",
      summary: "Replace a code's email domains. Each is kept once, in alphabetical order",
    })
    .input(z.object({ id: codeId, emailDomains, version }))
    .output(answered(z.object({ emailDomains: z.array(z.string()) }))),
  history: call("showRegistrationCodes")
    .route({
      method: "GET",
      path: "/registrationCodes/history",
      summary: "What staff changed on registration codes, newest first",
    })
    .input(z.object(numbered))
    .output(numberedPageOf(historyEntry)),
  figure: call("showRegistrationCodes")
    .route({
      method: "GET",
      path: "/registrationCodes/figure",
      summary: "The live figure of the home page's card",
    })
    .output(z.object({ text: z.string(), asOf: z.string().nullable() })),
};
