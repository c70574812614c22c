import { z } from "zod";
import { declaredName } from "~/core/declared-name";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { call } from "~/platform/contract/call";

const activityEntry = z.object({
  id: z.string(),
  /** Instant, ISO 8601. */
  at: z.string(),
  who: z.object({ id: z.string(), name: z.string() }),
  /** The kind of change, and its label. */
  action: z.string(),
  what: z.string(),
  /** The changed record, with the `url` of its page. */
  subject: z.object({ type: z.string(), id: z.string(), name: z.string(), url: z.string().nullable() }),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The job that the change was part of. */
  jobId: z.string().nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

/** The calls of the Activity page and of the timelines. Administrators get what they may see, and the owner gets everything. */
export const activityContract = {
  list: call("signed-in")
    .route({
      method: "GET",
      path: "/activity",
      summary: "A page of changes in Backroom, newest first",
    })
    .input(
      z.object({
        search: z.string().trim().max(60, "must be at most 60 characters").optional(),
        /** An administrator's id. */
        person: z.string().max(40).optional(),
        kind: declaredName("auditActions").optional(),
        /** DD-MM-YYYY, a day in the shop's time zone. */
        day: z.string().max(10, "must be a day, as DD-MM-YYYY").optional(),
        ...pageRequest,
      }),
    )
    .output(pageOf(activityEntry)),
  people: call("signed-in")
    .route({
      method: "GET",
      path: "/activity/people",
      summary: "The administrators whose changes the caller may see",
    })
    .output(z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })),
  proof: call("owner")
    .route({
      method: "GET",
      path: "/activity/proof",
      summary: "The result of the latest verification of the record of changes. Null before the first one",
    })
    .output(
      z.object({
        proof: z
          .object({
            /** Instant, ISO 8601. */
            at: z.string(),
            entries: z.number().int(),
            /** Entries whose content was erased for legal reasons. */
            erased: z.number().int(),
            /** Changes that were made to the record outside Backroom. */
            faults: z.array(z.object({ where: z.string(), what: z.string() })),
          })
          .nullable(),
      }),
    ),
  prove: call("owner")
    .route({
      method: "POST",
      path: "/activity/proof",
      summary: "Verify the record of changes now, in the background",
      successStatus: 202,
    })
    .output(z.object({ started: z.literal(true) })),
  ofSubject: call("signed-in")
    .route({
      method: "GET",
      path: "/activity/{subjectType}/{subjectId}",
      summary: "The history of a record, newest first",
    })
    .input(
      z.object({
        subjectType: declaredName("auditSubjects"),
        subjectId: z.string().max(100),
        ...pageRequest,
      }),
    )
    .output(
      pageOf(activityEntry).extend({
        /** The record's current name. Null when the administrator sees no entry about it. */
        name: z.string().nullable(),
        /** No customer has this id, and nothing that the administrator may see is recorded about it. */
        isUnknown: z.boolean(),
      }),
    ),
};
