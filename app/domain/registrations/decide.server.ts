import { customerTags } from "~/connectors/shopify/operations/customers";
import { kindsOf } from "~/domain/customers/kinds";
import { customerGid } from "~/domain/customers/mirror-row";
import { mayUse } from "~/platform/auth/permission";
import { badRequest, conflict, forbidden, notFound, Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import type { Decided, Decision, DecisionMails, DecisionTools } from "./decision";
import {
  completeDecision,
  type DecisionRow,
  type KnownBefore,
  lookBefore,
  openDecision,
  releaseDecision,
} from "./decision-record.server";
import { finishDecision, leaveOpen } from "./finish-open-decisions.server";
import { type Attempt, holdLease, LostLease } from "./lease.server";
import { overtakenText, unknownOutcomeText } from "./messages";
import { publishPerson, readThrough } from "./read-through.server";
import {
  isTransition,
  REGISTRATIONS,
  type Registration,
  type RegistrationStatus,
  registrationStatus,
  registrationsOf,
  STATUS_NAMES,
} from "./status";
import { changeStatusTags, isDone, NOT_DONE } from "./status-tags.server";

/**
 * Moves a registration from one status to another (section 4 of the first specification text). The intention is written
 * down first and locks the person, under a lease that is renewed as long as Shopify is being asked; then Shopify's tags are
 * changed, the new one added before the others are removed; what Shopify answers is verified, and only then written through
 * to the mirror, with the audit entry, in one transaction. A decision whose outcome is not known stays open and is finished
 * by `finishOpenDecisions`.
 * @throws 400 for a move that does not exist, 403 without the flag of this kind of registration, 404 for an unknown
 * customer, 409 when the registration is not, or no longer, at `from` or somebody else is deciding it, 502 when Shopify
 * does not do it.
 */
export async function decide(tools: DecisionTools, decision: Decision): Promise<Decided> {
  const undoing = decision.undoes !== undefined;
  if (!undoing && !isTransition(decision.from, decision.to)) {
    throw badRequest(
      `A registration cannot go from ${STATUS_NAMES[decision.from]} to ${STATUS_NAMES[decision.to]}.`,
    );
  }
  let before = await lookBefore(tools.shop, decision);
  if (before.leftOpen) {
    await finishDecision(tools, before.leftOpen);
    before = await lookBefore(tools.shop, decision);
  }
  const { earlier } = before;
  if (earlier) assertSameDecision(earlier, decision);
  if (earlier?.state === "done") return outcomeOf(earlier, true);

  const registration = await assertDecidable(tools, decision, before);
  const attempt = await openDecision(tools, decision, registration, before);
  return carryOut(tools, decision, registration, attempt);
}

async function carryOut(
  tools: DecisionTools,
  decision: Decision,
  registration: Registration,
  attempt: Attempt,
): Promise<Decided> {
  const lease = holdLease(tools.shop, attempt);
  try {
    const call = { ...tools.call, beforeSending: lease.assertHeld };
    const customer = await changeStatusTags({ adminApi: tools.adminApi, call }, decision, registration);
    const mails = await completeDecision(tools, tools.actor, decision, attempt, registration, customer);
    publishPerson(tools.shop, decision.customerId, kindsOf(customer.tags));
    return { decisionId: attempt.id, registration, status: decision.to, alreadyDone: false, ...about(mails) };
  } catch (error) {
    if (error instanceof LostLease) return await tellWhatBecameOfIt(tools, decision, registration);
    throw await ended(tools, decision, attempt, error);
  } finally {
    lease.end();
  }
}

/** Said only where a mail was concerned. */
const about = (mails: DecisionMails) => (mails.own || mails.earlier ? { mails } : {});

/** Frees the person when it is certain that nothing was done, and otherwise leaves the decision open, to be looked up. */
async function ended(
  { shop, clock }: DecisionTools,
  decision: Decision,
  attempt: Attempt,
  error: unknown,
): Promise<unknown> {
  if (error instanceof Refusal && error.code === NOT_DONE) {
    await releaseDecision({ shop, clock }, attempt, decision.customerId);
    return error;
  }
  // Should the database refuse as well, the lease runs out by itself.
  await leaveOpen(shop, attempt).catch((failed) =>
    log.warn({ shop, decision: attempt.id, err: failed }, "an open decision waits for its lease to run out"),
  );
  if (!(error instanceof Refusal)) return error;
  return new Refusal(error.status, error.code, unknownOutcomeText(error.message));
}

/** Somebody else has taken the decision over: nothing is changed any more, and the store itself says where the person stands. */
async function tellWhatBecameOfIt(
  tools: DecisionTools,
  decision: Decision,
  registration: Registration,
): Promise<Decided> {
  const customer = await readThrough(tools, decision.customerId);
  const now = await lookBefore(tools.shop, decision);
  const { earlier, doneOnPerson } = now;
  if (!customer || !earlier) throw notFound("The store has no such customer any more.");
  const nobodySince = doneOnPerson === earlier.doneBefore;
  if (isDone(customer, decision, registration) && (earlier.state === "done" || nobodySince)) {
    // It was taken for not done, and arrived in the store all the same: then it is written down like any other.
    if (earlier.state === "failed") {
      const attempt = await openDecision(tools, decision, registration, now);
      await completeDecision(tools, tools.actor, decision, attempt, registration, customer);
    }
    return outcomeOf(earlier, true);
  }
  throw conflict(overtakenText(customer.displayName, registrationStatus(customer.tags, registration)));
}

function assertSameDecision(earlier: DecisionRow, decision: Decision): void {
  const same =
    earlier.customerId === decision.customerId &&
    earlier.fromStatus === decision.from &&
    earlier.toStatus === decision.to;
  if (!same)
    throw conflict("This operation id was used for another decision. Reload the page and try again.");
}

/** Reads the customer from the store itself, because the mirror may be behind. */
async function assertDecidable(
  tools: DecisionTools,
  decision: Decision,
  { earlier, doneOnPerson }: KnownBefore,
): Promise<Registration> {
  const { customer } = await tools.adminApi.run(
    customerTags,
    { id: customerGid(decision.customerId) },
    tools.call,
  );
  if (!customer) {
    await readThrough(tools, decision.customerId);
    throw notFound("The store has no such customer. The row has been taken out of the list.");
  }
  const kinds = registrationsOf(customer.tags);
  if (kinds.length === 0) throw notFound("This customer has no registration to decide on.");
  const registration = kinds.find((kind) => mayUse(tools.actor, REGISTRATIONS[kind].flag));
  if (!registration) throw forbidden();
  const status = registrationStatus(customer.tags, registration);
  // A repeated operation may find that its first try was done, or one half of it: then no status tag is left.
  const nobodySince = earlier !== undefined && earlier.doneBefore === doneOnPerson;
  const itsOwnDoing = nobodySince && (status === decision.to || status === null);
  if (status !== decision.from && !itsOwnDoing) {
    await readThrough(tools, decision.customerId);
    const now = status ? STATUS_NAMES[status] : "without a status";
    throw conflict(
      `${customer.displayName} is ${now} by now, not ${STATUS_NAMES[decision.from]}. The list has been brought up to date.`,
    );
  }
  return registration;
}

function outcomeOf(row: DecisionRow, alreadyDone: boolean): Decided {
  return {
    decisionId: row.id,
    registration: row.registration as Registration,
    status: row.toStatus as RegistrationStatus,
    alreadyDone,
  };
}
