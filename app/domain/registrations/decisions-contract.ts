import { z } from "zod";
import { customerIdInPath } from "~/domain/customers/contract";
import { call } from "~/platform/contract/call";
import { REGISTRATION_FLAGS, REGISTRATIONS } from "./status";

const text = z.string();

/** A kind of registration. */
export const registrationKind = z.enum(
  Object.keys(REGISTRATIONS) as [keyof typeof REGISTRATIONS],
  "must be student or staff",
);

/** What can be sent with a decision. */
const withDecision = {
  /** The code of an active reason. For a rejection only. */
  reason: text.trim().max(40).optional(),
  /** For the staff. */
  note: text.trim().max(1_000, "must be at most 1,000 characters").optional(),
  /** Email the customer. Without it, a rejection is not emailed, and the shop's switch decides for an approval. */
  notify: z.boolean("must be true or false").optional(),
};

/** The emails of a decision: its own, and an earlier one that it canceled. */
const mails = z.object({
  own: z.enum(["queued", "no address", "blocked"]).nullable(),
  earlier: z.enum(["cancelled", "sent"]).nullable(),
});

/** The calls that decide on registrations. They extend the calls about customers. */
export const decisionsContract = {
  changeStatus: call(REGISTRATION_FLAGS)
    .route({
      method: "PUT",
      path: "/customers",
      summary: "Move a registration: adds the new status tag and removes the old one",
    })
    .input(
      z.object({
        ids: z.object({ id: text.max(80) }).loose(),
        removeTag: text.max(255),
        addTag: text.max(255),
        /** Which one, of a customer with several. Without it, the first that the caller may decide on. */
        registration: registrationKind.optional(),
        ...withDecision,
        /** Idempotency key of the caller. */
        operationId: text.min(8).max(100).optional(),
      }),
    )
    .output(
      z.object({
        customer: z.object({ id: text }),
        decisionId: text,
        status: text,
        alreadyDone: z.boolean(),
        mails: mails.optional(),
      }),
    ),
  lastDecision: call(REGISTRATION_FLAGS)
    .route({
      method: "GET",
      path: "/customer/{id}/last-decision",
      summary: "The last decision on a person, while it can be undone",
    })
    .input(z.object({ id: customerIdInPath }))
    .output(
      z.object({
        decision: z.object({ id: text, status: text, by: text, at: text }).nullable(),
        /** The open question to the customer. It is undone before the last decision. */
        question: z.object({ id: text, text, by: text, at: text }).nullable(),
      }),
    ),
  undoDecision: call(REGISTRATION_FLAGS)
    .route({
      method: "POST",
      path: "/decisions/{id}/undo",
      summary: "Undo a decision, unless the person was changed since",
    })
    .input(
      z.object({ id: z.uuid("must be the id of a decision"), operationId: text.min(8).max(100).optional() }),
    )
    .output(z.object({ customer: z.object({ id: text }), status: text, mails: mails.optional() })),
  undoDecisions: call(REGISTRATION_FLAGS)
    .route({
      method: "POST",
      path: "/decisions/jobs/{jobId}/undo",
      summary: "Undo the decisions of a job, as one job. Customers who were changed since are skipped",
      successStatus: 202,
    })
    .input(z.object({ jobId: z.uuid("must be the id of a job") }))
    .output(z.object({ jobId: text })),
  decideMany: call(REGISTRATION_FLAGS)
    .route({
      method: "POST",
      path: "/customers/decisions",
      summary: "Move many registrations as one job",
      successStatus: 202,
    })
    .input(
      z.object({
        registration: registrationKind,
        customers: z
          .array(z.object({ id: text.max(80), label: text.max(300) }))
          .min(1)
          .max(10_000),
        removeTag: text.max(255),
        addTag: text.max(255),
        ...withDecision,
        /** Idempotency key of the caller: the same key answers the same job. */
        operationId: text.min(8).max(100).optional(),
      }),
    )
    .output(z.object({ jobId: text })),
};
