import { z } from "zod";
import { call } from "~/platform/contract/call";
import { numberedPageOf, numberedRequest } from "~/platform/contract/numbered-page";
import { plainDay } from "~/platform/written-day";
import { drawCalls } from "./draw/contract";
import { entrantCalls } from "./entrants/contract";
import { giveawayId, operationId } from "./giveaway-id";
import { GIVEAWAY_DESCRIPTION_MOST, GIVEAWAY_NAME_MOST, REGISTRATIONS_MOST } from "./limits";
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

/** A day as MM/DD/YYYY or YYYY-MM-DD, or an instant of ISO 8601 whose day in UTC is meant; kept as YYYY-MM-DD. */
const day = (problem: string) =>
  z
    .string(problem)
    .trim()
    .regex(WRITTEN_DAY, problem)
    .transform((text, context) => {
      const read = plainDay(text);
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
      .max(REGISTRATIONS_MOST, REGISTRATION_COUNT_NOT_VALID),
  )
  .transform((count) => count || null)
  .nullable();

/** Taken and left aside: who is signed in is known from the session. */
const admin = z.union([z.string(), z.number()]).nullable().optional();

const fields = z.object({
  name: z.string(NAME_NOT_VALID).trim().min(1, NAME_NOT_VALID).max(GIVEAWAY_NAME_MOST, NAME_NOT_VALID),
  description: z
    .string(DESCRIPTION_NOT_VALID)
    .trim()
    .max(GIVEAWAY_DESCRIPTION_MOST, DESCRIPTION_NOT_VALID)
    .transform((text) => text || null)
    .nullable()
    .optional(),
  startDate: day(START_DATE_NOT_VALID).nullable().optional(),
  endDate: day(END_DATE_NOT_VALID).nullable().optional(),
  registrationCount: registrationCount.optional(),
});
export type GiveawayFields = z.output<typeof fields>;

/** A giveaway (section 3 of the third specification text), and what this console adds. Days are YYYY-MM-DD in the shop's calendar. */
const giveaway = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  registrationCount: z.number().int().nullable(),
  /** An instant, ISO 8601. */
  createdDate: z.string(),
  /** How many have registered. */
  registered: z.number().int(),
  phase: z.enum(PHASES),
  /** How many draws were made. */
  drawn: z.number().int(),
  /** The address of its registration page. */
  link: z.string(),
  isDeleted: z.boolean(),
  /** To be sent back with a change. */
  version: z.number().int(),
});
export type Giveaway = z.infer<typeof giveaway>;

/** What a change answers: that it was made, in a sentence, and the giveaway as it is now. */
const changed = z.object({ status: z.literal(true), msg: z.string(), giveaway });

const search = z.string().trim().max(60, "must be at most 60 characters").default("");

/** What the report says of a giveaway, before its workbook is there. */
const report = z.object({
  registered: z.number().int(),
  states: z.array(z.object({ state: z.string(), count: z.number().int() })),
  /** Days on which somebody registered, YYYY-MM-DD, in their order. */
  days: z.array(z.object({ day: z.string(), count: z.number().int() })),
});
export type GiveawayReport = z.infer<typeof report>;

/** The calls about giveaways (section 7 of the third specification text), and what the pages need beside them. */
export const giveawaysContract = {
  create: call("showGiveaways")
    .route({ method: "POST", path: "/giveaways", summary: "Create a giveaway" })
    .input(fields.extend({ admin, operationId }))
    .output(changed),
  change: call("showGiveaways")
    .route({ method: "PATCH", path: "/giveaways/{id}", summary: "Change a giveaway; what is not sent stays" })
    .input(
      fields.partial().extend({
        id: giveawayId,
        admin,
        /** What the change was made from: refused with 409 when somebody changed the giveaway since. */
        version: z.number().int().optional(),
      }),
    )
    .output(changed),
  remove: call("showGiveaways")
    .route({ method: "DELETE", path: "/giveaways/{id}", summary: "Delete a giveaway; it can be restored" })
    .input(z.object({ id: giveawayId, admin }))
    .output(changed),
  restore: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/restore",
      summary: "Take the deletion of a giveaway back",
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
      summary: "What became of a giveaway in a span of days, and its workbook as a job",
    })
    .input(
      z.object({
        id: giveawayId,
        admin,
        name: z.string().max(GIVEAWAY_NAME_MOST).optional(),
        startDate: day(START_DATE_NOT_VALID).optional(),
        endDate: day(END_DATE_NOT_VALID).optional(),
        operationId,
      }),
    )
    .output(changed.extend({ report, jobId: z.string() })),
  names: call("showGiveaways")
    .route({ method: "GET", path: "/giveaways/names", summary: "Every giveaway by name, to choose from" })
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
