import { liveAdminApi } from "~/connectors/shopify/live.server";
import { customerTags } from "~/connectors/shopify/operations/customers";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { dropIntent, LostLease } from "~/core/intents/intents.server";
import { finishIntent, finishOpenIntents, runIntent } from "~/core/intents/run-intent.server";
import { kindsOf } from "~/domain/customers/kinds";
import { customerGid } from "~/domain/customers/mirror-row";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound, Refusal } from "~/platform/errors";
import type { Decided, Decision, DecisionMails, DecisionTools } from "./decision";
import * as decisions from "./decision-record.server";
import { overtakenText, replacedText, unknownOutcomeText } from "./messages";
import * as statuses from "./status";
import { changeStatusTags, isDone, publishPerson, readThrough, restoreStatus } from "./status-tags.server";

/**
 * Moves a registration from one status to another, as an intent: Shopify's tags are changed, the new one added before the
 * others are removed, and what Shopify answers is verified before it is written to the mirror.
 * @throws 400 for a move that doesn't exist, 403 without the flag of this kind of registration, 404 for an unknown customer, 409
 * when the registration isn't at `from` or another decision on the customer is open, 502 when Shopify fails
 */
export async function decide(tools: DecisionTools, decision: Decision): Promise<Decided> {
  const undoing = decision.undoes !== undefined;
  if (!undoing && !statuses.isTransition(decision.from, decision.to)) {
    throw badRequest(
      `A registration can't go from ${statuses.STATUS_NAMES[decision.from]} to ${statuses.STATUS_NAMES[decision.to]}.`,
    );
  }
  let history = await decisions.readDecisionHistory(tools.shop, decision);
  if (history.leftOpen) {
    await finishDecision(tools, history.leftOpen);
    history = await decisions.readDecisionHistory(tools.shop, decision);
  }
  const { earlier } = history;
  if (earlier) assertSameDecision(earlier, decision);
  if (earlier?.state === "done") return repeatDone(tools, earlier, history);

  const registration = await assertDecidable(tools, decision, history);
  const row = await openOrFindDone(tools, decision, registration, history);
  if (row.state === "done") return outcomeOf(row, true);
  return runDecision(tools, decision, registration, row);
}

/**
 * Repeats the outcome of a decision that was done, while it is the last one on the customer.
 * @throws 409 when another decision was done since, such as its undo
 */
async function repeatDone(
  tools: DecisionTools,
  earlier: decisions.DecisionRow,
  { doneCount }: decisions.DecisionHistory,
): Promise<Decided> {
  if (doneCount === earlier.doneBefore + 1) return outcomeOf(earlier, true);
  const customer = await readThrough(tools, earlier.customerId);
  if (!customer) throw notFound("This customer no longer exists.");
  const status = statuses.registrationStatus(customer.tags, earlier.registration as statuses.Registration);
  throw conflict(replacedText(customer.displayName, status));
}

/**
 * Opens a decision. When the decision is repeated, the task that finishes open decisions may have claimed or ended it since its history
 * was read. That isn't a conflict with another administrator.
 */
async function openOrFindDone(
  tools: DecisionTools,
  decision: Decision,
  registration: statuses.Registration,
  history: decisions.DecisionHistory,
): Promise<decisions.DecisionRow> {
  try {
    return await decisions.openDecision(tools, decision, registration, history);
  } catch (error) {
    if (!history.earlier || !(error instanceof Refusal)) throw error;
    const now = await decisions.readDecisionHistory(tools.shop, decision);
    if (now.earlier?.state === "done") return now.earlier;
    if (!now.earlier || now.earlier.attempt === history.earlier.attempt) throw error;
    return await decisions.openDecision(tools, decision, registration, now);
  }
}

async function runDecision(
  tools: DecisionTools,
  decision: Decision,
  registration: statuses.Registration,
  row: decisions.DecisionRow,
): Promise<Decided> {
  try {
    return await runIntent(decisions.registrationDecision, row, tools.clock, async (lease) => {
      const call = { ...tools.call, beforeSending: lease.assertHeld };
      const customer = await changeStatusTags({ adminApi: tools.adminApi, call }, decision, registration);
      const mails = await decisions.completeDecision(tools, tools.actor, decision, row, customer);
      publishPerson(tools.shop, decision.customerId, kindsOf(customer.tags));
      return { ...outcomeOf(row, false), ...mailsField(mails) };
    });
  } catch (error) {
    if (error instanceof LostLease) return await resolveLostLease(tools, decision, registration);
    throw handleFailure(error);
  }
}

/** Absent where no email was concerned. */
const mailsField = (mails: DecisionMails) => (mails.own || mails.earlier ? { mails } : {});

/** Adds to a refusal that the outcome is unknown, unless it proves that nothing was done. */
function handleFailure(error: unknown): unknown {
  if (!(error instanceof Refusal) || decisions.registrationDecision.isUndone(error)) return error;
  return new Refusal(error.status, error.code, unknownOutcomeText(error.message));
}

/** Another attempt has the decision. This one changes nothing any longer, and Shopify shows the outcome. */
async function resolveLostLease(
  tools: DecisionTools,
  decision: Decision,
  registration: statuses.Registration,
): Promise<Decided> {
  const customer = await readThrough(tools, decision.customerId);
  const history = await decisions.readDecisionHistory(tools.shop, decision);
  const { earlier, doneCount } = history;
  if (!customer || !earlier) throw notFound("This customer no longer exists.");
  const noneSince = doneCount === earlier.doneBefore;
  if (isDone(customer, decision, registration) && (earlier.state === "done" || noneSince)) {
    // It was ended as not done, but took effect in Shopify later. Then it is recorded like any other.
    if (earlier.state === "failed") {
      const row = await decisions.openDecision(
        tools,
        { ...decision, unlessAsked: false },
        registration,
        history,
      );
      await decisions.completeDecision(tools, tools.actor, decision, row, customer);
    }
    return outcomeOf(earlier, true);
  }
  const lostMessage = overtakenText(
    customer.displayName,
    statuses.registrationStatus(customer.tags, registration),
  );
  throw new LostLease({ lostMessage });
}

function assertSameDecision(earlier: decisions.DecisionRow, decision: Decision): void {
  const same =
    earlier.customerId === decision.customerId &&
    earlier.fromStatus === decision.from &&
    earlier.toStatus === decision.to;
  if (!same) throw keyConflict("decision");
}

/** Reads the customer from Shopify, because the mirror may be behind. */
async function assertDecidable(
  tools: DecisionTools,
  decision: Decision,
  { earlier, doneCount }: decisions.DecisionHistory,
): Promise<statuses.Registration> {
  const { customer } = await tools.adminApi.run(
    customerTags,
    { id: customerGid(decision.customerId) },
    tools.call,
  );
  if (!customer) {
    await readThrough(tools, decision.customerId);
    throw notFound("This customer no longer exists. The row was removed from the list.");
  }
  let registration: statuses.Registration;
  try {
    registration = decisions.chooseRegistration(tools.actor, customer.tags, decision.registration);
  } catch (error) {
    // The list may still show a registration that the customer no longer has.
    await readThrough(tools, decision.customerId);
    throw error;
  }
  const status = statuses.registrationStatus(customer.tags, registration);
  // A repeated request may find that its first attempt was applied, or one half of it: then there is no status tag.
  const noneSince = earlier !== undefined && earlier.doneBefore === doneCount;
  const alreadyApplied = noneSince && (status === decision.to || status === null);
  if (status !== decision.from && !alreadyApplied) {
    await readThrough(tools, decision.customerId);
    const person = { id: decision.customerId, name: customer.displayName };
    throw await decisions.otherStatus(tools.shop, person, { registration, status, expected: decision.from });
  }
  return registration;
}

function outcomeOf(row: decisions.DecisionRow, alreadyDone: boolean): Decided {
  return {
    decisionId: row.id,
    registration: row.registration as statuses.Registration,
    status: row.toStatus as statuses.RegistrationStatus,
    alreadyDone,
  };
}

type FinishTools = Pick<DecisionTools, "shop" | "adminApi" | "clock" | "call">;

/** Finishes decisions that were left open, by what Shopify shows. */
export const finishOpenDecisions = finishOpenIntents(decisions.registrationDecision, (abandoned, signal) => {
  const { shop } = abandoned;
  const call = { priority: "bulk", signal } as const;
  return finishDecision({ shop, adminApi: liveAdminApi(shop), clock: systemClock, call }, abandoned);
});

/**
 * Finishes one decision that was left open, unless another process does.
 * @throws a 502 refusal when Shopify didn't answer. The decision then stays open.
 */
export async function finishDecision(tools: FinishTools, abandoned: decisions.DecisionRow): Promise<void> {
  await finishIntent(decisions.registrationDecision, abandoned, (row, lease) =>
    settle({ ...tools, call: { ...tools.call, beforeSending: lease.assertHeld } }, row),
  );
}

async function settle(tools: FinishTools, row: decisions.DecisionRow): Promise<void> {
  const decision = decisionOf(row);
  const registration = row.registration as statuses.Registration;
  const customer = await readThrough(tools, decision.customerId);
  if (customer && isDone(customer, decision, registration)) {
    const by = { id: row.decidedById, name: row.decidedByName };
    await decisions.completeDecision(tools, by, decision, row, customer);
    publishPerson(tools.shop, decision.customerId, kindsOf(customer.tags));
    return;
  }
  if (customer && isHalf(customer.tags, decision, registration) && !(await restoreStatus(tools, decision)))
    throw new Error("A half of a decision can't be restored.");
  await withShop(tools.shop, (tx) => dropIntent(tx, decisions.registrationDecision, row, tools.clock.now()));
}

/** Shopify did one half of the decision: there are both tags, or none. */
function isHalf(
  tags: readonly string[],
  { from, to }: Decision,
  registration: statuses.Registration,
): boolean {
  const hasNone =
    statuses.registrationsOf(tags).includes(registration) &&
    statuses.registrationStatus(tags, registration) === null;
  return hasNone || (statuses.hasStatusTag(tags, from) && statuses.hasStatusTag(tags, to));
}

const decisionOf = (row: decisions.DecisionRow): Decision => ({
  customerId: row.customerId,
  from: row.fromStatus as statuses.RegistrationStatus,
  to: row.toStatus as statuses.RegistrationStatus,
  operationId: row.operationId,
  jobId: row.jobId ?? undefined,
  undoes: row.undoes ?? undefined,
  reason: row.reason ?? undefined,
  note: row.note ?? undefined,
  notify: row.notify,
});
