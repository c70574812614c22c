import { randomUUID } from "node:crypto";
import { implement } from "@orpc/server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { recordAudit } from "~/domain/audit/record.server";
import { decisionToolsFor } from "~/domain/registrations/call-tools.server";
import { decide } from "~/domain/registrations/decide.server";
import { decideManyJob } from "~/domain/registrations/decide-many.server";
import type { Decided } from "~/domain/registrations/decision";
import { saidWith } from "~/domain/registrations/decision-words.server";
import { readLastDecision } from "~/domain/registrations/last-decision.server";
import {
  isTransition,
  REGISTRATIONS,
  type RegistrationStatus,
  STATUS_NAMES,
  STATUS_TAGS,
  statusOfTag,
} from "~/domain/registrations/status";
import { undoDecision } from "~/domain/registrations/undo.server";
import { mayUse } from "~/platform/auth/permission";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, forbidden } from "~/platform/errors";
import { startJob } from "~/platform/jobs/job.server";
import { askedCustomer } from "./asked-customer";
import { customersContract } from "./contract";
import { readCustomer } from "./detail.server";
import { editCustomer, sentValues } from "./edit.server";
import { readFreshness } from "./freshness.server";
import { REGISTERED, STUDENTS } from "./kinds";
import { customerGid } from "./mirror-row";
import { startRebuild } from "./rebuild.server";

const calls = implement(customersContract).$context<CallContext>().use(door);

/** The calls about customers that several functions share. */
export const customersRouter = calls.router({
  detail: calls.detail.handler(({ input, context }) =>
    readCustomer(
      {
        shop: context.shop.domain,
        adminApi: liveAdminApi(context.shop.domain),
        administrator: context.administrator,
      },
      input.id,
    ),
  ),

  changeStatus: calls.changeStatus.handler(async ({ input, context }) => {
    const { from, to } = move(input.removeTag, input.addTag);
    const customerId = askedCustomer(input.ids.id);
    const operationId = input.operationId ?? randomUUID();
    const words = await saidWith(context.shop.domain, to, input);
    const decided = await decide(decisionToolsFor(context), { customerId, from, to, operationId, ...words });
    return { customer: { id: customerGid(customerId) }, ...pick(decided) };
  }),

  edit: calls.edit.handler(async ({ input, context }) => {
    const { id, seen, ...values } = input;
    const customerId = askedCustomer(id);
    // Staff customers have no limit (section 2.4 of the first specification text), so who sends one means a student.
    const kinds = values.limit === undefined ? REGISTERED : STUDENTS;
    const edited = { customerId, kinds };
    const changed = await editCustomer(decisionToolsFor(context), edited, sentValues(values), seen);
    return { customer: { id: customerGid(customerId) }, changed };
  }),

  lastDecision: calls.lastDecision.handler(({ input, context }) =>
    readLastDecision(decisionToolsFor(context), askedCustomer(input.id)),
  ),

  undoDecision: calls.undoDecision.handler(async ({ input, context }) => {
    const { customerId, status, mails } = await undoDecision(
      decisionToolsFor(context),
      input.id,
      input.operationId ?? randomUUID(),
    );
    return { customer: { id: customerGid(customerId) }, status: STATUS_TAGS[status], mails };
  }),

  decideMany: calls.decideMany.handler(async ({ input, context }) => {
    const { flag, noun } = REGISTRATIONS[input.registration];
    if (!mayUse(context.administrator, flag)) throw forbidden();
    const { from, to } = move(input.removeTag, input.addTag);
    if (!isTransition(from, to))
      throw badRequest(`A registration cannot go from ${STATUS_NAMES[from]} to ${STATUS_NAMES[to]}.`);
    const words = await saidWith(context.shop.domain, to, input);
    const people = new Map(input.customers.map(({ id, label }) => [askedCustomer(id), label]));
    const verb = to === "approved" ? "Approve" : "Reject";
    const title = `${verb} ${people.size} ${people.size === 1 ? noun.one : noun.many}`;
    const items = [...people].map(([customerId, label]) => ({
      label,
      input: { customerId, from, to, ...words },
    }));
    const shop = context.shop.domain;
    const jobId = await withShop(shop, (tx) =>
      startJob(tx, shop, decideManyJob, {
        title,
        permission: flag,
        startedBy: context.administrator,
        items,
        operationId: input.operationId,
      }),
    );
    return { jobId };
  }),

  mirror: calls.mirror.handler(({ context }) => readFreshness(context.shop.domain)),

  rebuildMirror: calls.rebuildMirror.handler(async ({ context }) => {
    const { administrator, shop } = context;
    const jobId = await withShop(shop.domain, async (tx) => {
      const started = await startRebuild(tx, shop.domain, administrator);
      if (!started) throw conflict("A rebuild is running already. Its progress is under Jobs.");
      await recordAudit(tx, shop.domain, {
        action: "mirror.rebuild requested",
        actor: administrator,
        subject: { type: "shop", id: shop.domain },
        before: null,
        after: null,
      });
      return started;
    });
    return { jobId };
  }),
});

const pick = ({ decisionId, status, alreadyDone, mails }: Decided) => ({
  decisionId,
  status: STATUS_TAGS[status],
  alreadyDone,
  mails,
});

/** Only the three status tags can be moved by this call; every other tag is refused by name. */
function move(removeTag: string, addTag: string): { from: RegistrationStatus; to: RegistrationStatus } {
  const [from, to] = [statusOfTag(removeTag), statusOfTag(addTag)];
  const allowed = Object.values(STATUS_TAGS).join(", ");
  if (!from)
    throw badRequest(`The tag "${removeTag}" cannot be removed by this call. Allowed are: ${allowed}.`, {
      removeTag: "not a status",
    });
  if (!to)
    throw badRequest(`The tag "${addTag}" cannot be added by this call. Allowed are: ${allowed}.`, {
      addTag: "not a status",
    });
  return { from, to };
}
