import { randomUUID } from "node:crypto";
import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { customerGid } from "~/domain/customers/mirror-row";
import { parseCustomerId } from "~/domain/customers/parse-customer-id";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, forbidden } from "~/platform/errors";
import { startJob } from "~/platform/jobs/job.server";
import { decisionToolsFor } from "./call-tools.server";
import { decide } from "./decide.server";
import { decideManyJob } from "./decide-many.server";
import type { Decided } from "./decision";
import { decisionsContract } from "./decisions-contract";
import { readLastDecision } from "./last-decision.server";
import { resolveDecisionDetails } from "./resolve-decision-details.server";
import {
  isTransition,
  REGISTRATIONS,
  type RegistrationStatus,
  STATUS_NAMES,
  STATUS_TAGS,
  statusOfTag,
} from "./status";
import { undoDecision } from "./undo.server";
import { undoDecisions } from "./undo-many.server";

const calls = implement(decisionsContract).$context<CallContext>().use(guard);

/** The calls that decide on registrations. */
export const decisionsRouter = calls.router({
  changeStatus: calls.changeStatus.handler(async ({ input, context }) => {
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
  }),

  lastDecision: calls.lastDecision.handler(({ input, context }) =>
    readLastDecision(decisionToolsFor(context), parseCustomerId(input.id)),
  ),

  undoDecision: calls.undoDecision.handler(async ({ input, context }) => {
    const { customerId, status, mails } = await undoDecision(
      decisionToolsFor(context),
      input.id,
      input.operationId ?? randomUUID(),
    );
    return { customer: { id: customerGid(customerId) }, status: STATUS_TAGS[status], mails };
  }),

  undoDecisions: calls.undoDecisions.handler(({ input, context }) => undoDecisions(context, input.jobId)),

  decideMany: calls.decideMany.handler(async ({ input, context }) => {
    const { flag, noun } = REGISTRATIONS[input.registration];
    if (!mayUse(context.administrator, flag)) throw forbidden();
    const { from, to } = move(input.removeTag, input.addTag);
    if (!isTransition(from, to))
      throw badRequest(`A registration can't go from ${STATUS_NAMES[from]} to ${STATUS_NAMES[to]}.`);
    const details = await resolveDecisionDetails(context.shop.domain, to, input);
    const people = new Map(input.customers.map(({ id, label }) => [parseCustomerId(id), label]));
    const verb = to === "approved" ? "Approve" : "Reject";
    const title = `${verb} ${people.size} ${people.size === 1 ? noun.one : noun.many}`;
    const items = [...people].map(([customerId, label]) => ({
      label,
      input: { customerId, registration: input.registration, from, to, ...details },
    }));
    const shop = context.shop.domain;
    const jobId = await withShop(shop, (tx) =>
      startJob(tx, shop, decideManyJob, {
        title,
        doneWord: STATUS_NAMES[to].toLowerCase(),
        permission: flag,
        startedBy: context.administrator,
        items,
        operationId: input.operationId,
      }),
    );
    return { jobId };
  }),
});

const pick = ({ decisionId, status, alreadyDone, mails }: Decided) => ({
  decisionId,
  status: STATUS_TAGS[status],
  alreadyDone,
  mails,
});

/** This call moves only the three status tags. Every other tag is refused by name. */
function move(removeTag: string, addTag: string): { from: RegistrationStatus; to: RegistrationStatus } {
  const [from, to] = [statusOfTag(removeTag), statusOfTag(addTag)];
  const allowed = Object.values(STATUS_TAGS).join(", ");
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
