import { z } from "zod";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { call } from "~/platform/contract/call";
import { parseStoredDate } from "~/platform/dates/date-text";
import { drawCalls } from "./draw/contract";
import { entrantCalls } from "./entrants/contract";
import { giveawayId, operationId } from "./giveaway-id";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_REGISTRATIONS } from "./limits";
import { giveawaysList, SORT_FIELDS } from "./list";
import {
  DESCRIPTION_NOT_VALID,
  END_DATE_NOT_VALID,
  NAME_NOT_VALID,
  PHASES,
  REGISTRATION_COUNT_NOT_VALID,
  START_DATE_NOT_VALID,
} from "./messages";

const WRITTEN_DAY = /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?)$/;

/** A day as MM/DD/YYYY or YYYY-MM-DD, or an ISO 8601 instant whose UTC day counts; stored as YYYY-MM-DD. */
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
    REGISTRATION_COUNT_NOT_VALID,
  )
  .pipe(
    z
      .number(REGISTRATION_COUNT_NOT_VALID)
      .int(REGISTRATION_COUNT_NOT_VALID)
      .min(0, REGISTRATION_COUNT_NOT_VALID)
      .max(MAX_REGISTRATIONS, REGISTRATION_COUNT_NOT_VALID),
  )
  .transform((count) => count || null)
  .nullable();

/** Accepted and ignored: the session identifies the administrator. */
const admin = z.union([z.string(), z.number()]).nullable().optional();

const fields = z.object({
  name: z.string(NAME_NOT_VALID).trim().min(1, NAME_NOT_VALID).max(MAX_NAME_LENGTH, NAME_NOT_VALID),
  description: z
    .string(DESCRIPTION_NOT_VALID)
    .trim()
    .max(MAX_DESCRIPTION_LENGTH, DESCRIPTION_NOT_VALID)
    .transform((text) => text || null)
    .nullable()
    .optional(),
  startDate: day(START_DATE_NOT_VALID).nullable().optional(),
  endDate: day(END_DATE_NOT_VALID).nullable().optional(),
  registrationCount: registrationCount.optional(),
});
export type GiveawayFields = z.output<typeof fields>;

/** A giveaway. Days are YYYY-MM-DD in the shop's calendar. */
const giveaway = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  registrationCount: z.number().int().nullable(),
  /** An instant, ISO 8601. */
  createdDate: z.string(),
  /** The number of registrations. */
  registered: z.number().int(),
  phase: z.enum(PHASES),
  /** The number of draws. */
  drawn: z.number().int(),
  /** The address of its registration page. */
  link: z.string(),
  isDeleted: z.boolean(),
  /** Send it back with a change. */
  version: z.number().int(),
});
export type Giveaway = z.infer<typeof giveaway>;

/** The result of a change: a message and the current giveaway. */
const changed = z.object({ status: z.literal(true), msg: z.string(), giveaway });

const search = z.string().trim().max(60, "must be at most 60 characters").default("");

/** The figures of a giveaway's report. A job writes its workbook. */
const report = z.object({
  registered: z.number().int(),
  states: z.array(z.object({ state: z.string(), count: z.number().int() })),
  /** Days with registrations, YYYY-MM-DD, in ascending order. */
  days: z.array(z.object({ day: z.string(), count: z.number().int() })),
});
export type GiveawayReport = z.infer<typeof report>;

/** The giveaway calls. */
export const giveawaysContract = {
  create: call("showGiveaways")
    .route({ method: "POST", path: "/giveaways", summary: "Create a giveaway" })
    .input(fields.extend({ admin, operationId }))
    .output(changed),
  change: call("showGiveaways")
    .route({
      method: "PATCH",
      path: "/giveaways/{id}",
      summary: "Change a giveaway. Omitted fields stay as they are",
    })
    .input(
      fields.partial().extend({
        id: giveawayId,
        admin,
        /** The version that the change is based on: 409 when the giveaway changed since. */
        version: z.number().int().optional(),
      }),
    )
    .output(changed),
  remove: call("showGiveaways")
    .route({ method: "DELETE", path: "/giveaways/{id}", summary: "Delete a giveaway. It can be restored" })
    .input(z.object({ id: giveawayId, admin }))
    .output(changed),
  restore: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/restore",
      summary: "Restore a deleted giveaway",
    })
    .input(z.object({ id: giveawayId }))
    .output(changed),
  list: call("showGiveaways")
    .route({ method: "GET", path: "/giveaways/list", summary: "A page of giveaways" })
    .input(
      z.object({
        search,
        sortField: z.enum(SORT_FIELDS, `must be one of: ${SORT_FIELDS.join(", ")}`).default("name"),
        sortOrder: z.enum(["asc", "desc"], "must be asc or desc").default("asc"),
        ...numberedRequest(giveawaysList.pageSize),
      }),
    )
    .output(numberedPageOf(giveaway)),
  report: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/report",
      summary: "Report on a giveaway for a date range, with its workbook as a job",
    })
    .input(
      z.object({
        id: giveawayId,
        admin,
        name: z.string().max(MAX_NAME_LENGTH).optional(),
        startDate: day(START_DATE_NOT_VALID).optional(),
        endDate: day(END_DATE_NOT_VALID).optional(),
        operationId,
      }),
    )
    .output(changed.extend({ report, jobId: z.string() })),
  names: call("showGiveaways")
    .route({ method: "GET", path: "/giveaways/names", summary: "The names of all giveaways, for a picker" })
    .output(
      z.object({
        status: z.literal(true),
        msg: z.string(),
        list: z.array(z.object({ id: z.number().int(), name: z.string() })),
      }),
    ),
  detail: call("showGiveaways")
    .route({ method: "GET", path: "/giveaways/{id}", summary: "One giveaway, also a deleted one" })
    .input(z.object({ id: giveawayId }))
    .output(giveaway),
  figure: call("showGiveaways")
    .route({ method: "GET", path: "/giveaways/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text: z.string(), asOf: z.string().nullable() })),
  ...entrantCalls,
  ...drawCalls,
};
