import { z } from "zod";
import { AUDIT_LABELS, type AuditAction } from "~/domain/audit/actions";
import { call } from "~/platform/contract/call";
import { pageOf, pageRequest } from "~/platform/contract/page";

const AUDIT_ACTIONS = Object.keys(AUDIT_LABELS) as [AuditAction];

/** What an entry can be about. */
export const SUBJECT_TYPES = [
  "customer",
  "administrator",
  "shop",
  "job",
  "event",
  "invitation",
  "giveaway",
] as const;

const activityEntry = z.object({
  id: z.string(),
  /** Instant, ISO 8601. */
  at: z.string(),
  who: z.object({ id: z.string(), name: z.string() }),
  /** The kind of change, and how it reads. */
  action: z.string(),
  what: z.string(),
  /** On whom or what; `url` leads to its page in this console. */
  subject: z.object({ type: z.string(), id: z.string(), name: z.string(), url: z.string().nullable() }),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The job that the change was part of. */
  jobId: z.string().nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

/** The calls of the Activity page and of the timelines. Everybody gets what they may see, the owner everything of the shop. */
export const activityContract = {
  list: call("signed-in")
    .route({
      method: "GET",
      path: "/activity",
      summary: "A page of what was changed through the console, newest first",
    })
    .input(
      z.object({
        search: z.string().trim().max(60, "must be at most 60 characters").optional(),
        /** An administrator's id. */
        person: z.string().max(40).optional(),
        kind: z.enum(AUDIT_ACTIONS, `must be one of: ${AUDIT_ACTIONS.join(", ")}`).optional(),
        /** DD-MM-YYYY, a day in the shop's time zone. */
        day: z.string().max(10, "must be a day, as DD-MM-YYYY").optional(),
        ...pageRequest,
      }),
    )
    .output(pageOf(activityEntry)),
  people: call("signed-in")
    .route({ method: "GET", path: "/activity/people", summary: "The people whose changes one may see" })
    .output(z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })),
  proof: call("owner")
    .route({
      method: "GET",
      path: "/activity/proof",
      summary: "What the latest proof of the record of changes found; null before the first one",
    })
    .output(
      z.object({
        proof: z
          .object({
            /** Instant, ISO 8601. */
            at: z.string(),
            entries: z.number().int(),
            /** Entries whose content was erased because the law asked for it. */
            erased: z.number().int(),
            /** What somebody did to the record behind the console's back. */
            faults: z.array(z.object({ where: z.string(), what: z.string() })),
          })
          .nullable(),
      }),
    ),
  prove: call("owner")
    .route({
      method: "POST",
      path: "/activity/proof",
      summary: "Prove the record of changes now, in the background",
      successStatus: 202,
    })
    .output(z.object({ started: z.literal(true) })),
  ofSubject: call("signed-in")
    .route({
      method: "GET",
      path: "/activity/{subjectType}/{subjectId}",
      summary: "What happened to one record, newest first",
    })
    .input(
      z.object({
        subjectType: z.enum(SUBJECT_TYPES, `must be one of: ${SUBJECT_TYPES.join(", ")}`),
        subjectId: z.string().max(100),
        ...pageRequest,
      }),
    )
    .output(pageOf(activityEntry)),
};
