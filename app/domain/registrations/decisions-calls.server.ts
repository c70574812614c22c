import { randomUUID } from "node:crypto";
import { z } from "zod";
import { call } from "~/core/call.server";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import { customerGid, parseCustomerId } from "~/domain/customers/mirror-row";
import { customerIdInPath } from "~/domain/customers/schemas";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { decisionToolsFor } from "./call-tools.server";
import { decide } from "./decide.server";
import { decideManyJob } from "./decide-many.server";
import type { Decided, Decision } from "./decision";
import { manyRegistrations, startForMany } from "./many.server";
import { findRejectReason } from "./reasons/reasons.server";
import { registrationKind } from "./schemas";
import * as statuses from "./status";
import { approvalMail } from "./switches";
import { readLastDecision, undoDecision } from "./undo.server";
import { undoDecisions } from "./undo-many.server";

const text = z.string();

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
export const decisionsCalls = {
  changeStatus: call("PUT /customers", {
    for: statuses.REGISTRATION_FLAGS,
    summary: "Move a registration: adds the new status tag and removes the old one",
    input: z.object({
      ids: z.object({ id: text.max(80) }).loose(),
      removeTag: text.max(255),
      addTag: text.max(255),
      /** Which one, of a customer with several. Without it, the first that the caller may decide on. */
      registration: registrationKind.optional(),
      ...withDecision,
      /** Idempotency key of the caller. */
      operationId: text.min(8).max(100).optional(),
    }),
    output: z.object({
      customer: z.object({ id: text }),
      decisionId: text,
      status: text,
      alreadyDone: z.boolean(),
      mails: mails.optional(),
    }),
    async run(context, input) {
      const { from, to } = move(input.removeTag, input.addTag);
      const customerId = parseCustomerId(input.ids.id);
      const operationId = input.operationId ?? randomUUID();
      const details = await resolveDecisionDetails(context.shop.domain, to, input);
      const decided = await decide(decisionToolsFor(context), {
        customerId,
        registration: input.registration,
        from,
        to,
        operationId,
        ...details,
      });
      return { customer: { id: customerGid(customerId) }, ...pick(decided) };
    },
  }),
  lastDecision: call("GET /customer/{id}/last-decision", {
    for: statuses.REGISTRATION_FLAGS,
    summary: "The last decision on a person, while it can be undone",
    input: z.object({ id: customerIdInPath }),
    output: z.object({
      decision: z.object({ id: text, status: text, by: text, at: text }).nullable(),
      /** The open question to the customer. It is undone before the last decision. */
      question: z.object({ id: text, text, by: text, at: text }).nullable(),
    }),
    run: (context, input) => readLastDecision(decisionToolsFor(context), parseCustomerId(input.id)),
  }),
  undoDecision: call("POST /decisions/{id}/undo", {
    for: statuses.REGISTRATION_FLAGS,
    summary: "Undo a decision, unless the person was changed since",
    input: z.object({
      id: z.uuid("must be the id of a decision"),
      operationId: text.min(8).max(100).optional(),
    }),
    output: z.object({ customer: z.object({ id: text }), status: text, mails: mails.optional() }),
    async run(context, input) {
      const { customerId, status, mails } = await undoDecision(
        decisionToolsFor(context),
        input.id,
        input.operationId ?? randomUUID(),
      );
      return { customer: { id: customerGid(customerId) }, status: statuses.STATUS_TAGS[status], mails };
    },
  }),
  undoDecisions: call("POST /decisions/jobs/{jobId}/undo", {
    for: statuses.REGISTRATION_FLAGS,
    summary:
      "Undo the decisions or the questions of a job, as one job. Customers who were changed since are skipped",
    status: 202,
    input: z.object({ jobId: z.uuid("must be the id of a job") }),
    output: z.object({ jobId: text }),
    run: (context, input) => undoDecisions(context, input.jobId),
  }),
  decideMany: call("POST /customers/decisions", {
    for: statuses.REGISTRATION_FLAGS,
    summary: "Move many registrations as one job",
    status: 202,
    input: z.object({
      ...manyRegistrations,
      removeTag: text.max(255),
      addTag: text.max(255),
      ...withDecision,
    }),
    output: z.object({
      jobId: text,
      /** How many registrations it decides on. */
      count: z.number().int(),
    }),
    async run(context, input) {
      const { registration } = input;
      const { from, to } = move(input.removeTag, input.addTag);
      if (!statuses.isTransition(from, to))
        throw badRequest(
          `A registration can't go from ${statuses.STATUS_NAMES[from]} to ${statuses.STATUS_NAMES[to]}.`,
        );
      const details = await resolveDecisionDetails(context.shop.domain, to, input);
      return startForMany(context, decideManyJob, input, {
        title: (people) => `${to === "approved" ? "Approve" : "Reject"} ${people}`,
        doneWord: statuses.STATUS_NAMES[to].toLowerCase(),
        inputOf: (customerId) => ({ customerId, registration, from, to, ...details }),
      });
    },
  }),
};

const pick = ({ decisionId, status, alreadyDone, mails }: Decided) => ({
  decisionId,
  status: statuses.STATUS_TAGS[status],
  alreadyDone,
  mails,
});

/** This call moves only the three status tags. Every other tag is refused by name. */
function move(
  removeTag: string,
  addTag: string,
): { from: statuses.RegistrationStatus; to: statuses.RegistrationStatus } {
  const [from, to] = [statuses.statusOfTag(removeTag), statuses.statusOfTag(addTag)];
  const allowed = Object.values(statuses.STATUS_TAGS).join(", ");
  if (!from)
    throw badRequest(`The tag "${removeTag}" can't be removed by this call. Allowed are: ${allowed}.`, {
      removeTag: "not a status",
    });
  if (!to)
    throw badRequest(`The tag "${addTag}" can't be added by this call. Allowed are: ${allowed}.`, {
      addTag: "not a status",
    });
  return { from, to };
}

/** What a caller sends along with a decision. */
interface DecisionInput {
  /** The code of a reason. */
  reason?: string;
  note?: string;
  notify?: boolean;
}

/**
 * The details that a decision stores. Without `notify`, the shop's switch decides whether an approval is emailed.
 * @throws 400 for an unknown reason, and for a reason without a rejection
 */
async function resolveDecisionDetails(
  shop: string,
  to: statuses.RegistrationStatus,
  { reason, note, notify }: DecisionInput = {},
): Promise<Pick<Decision, "reason" | "note" | "notify">> {
  if (reason && to !== "disabled")
    throw badRequest("A reason goes with a rejection only. Leave it out.", {
      reason: "goes with a rejection only",
    });
  const rejectReason = reason ? await findRejectReason(shop, reason) : undefined;
  const bySwitch = () => withShop(shop, (tx) => isSwitchOn(tx, shop, approvalMail));
  return {
    ...(rejectReason && { reason: rejectReason }),
    ...(note && { note }),
    notify: notify ?? (to === "approved" && (await bySwitch())),
  };
}
