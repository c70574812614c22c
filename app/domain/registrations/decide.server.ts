import { customerTags } from "~/connectors/shopify/operations/customers";
import { forgetCustomers, mirrorTags } from "~/domain/customers/mirror.server";
import { customerGid } from "~/domain/customers/mirror-row";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, forbidden, notFound, Refusal } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import type { Decided, Decision, DecisionTools } from "./decision";
import {
  completeDecision,
  type DecisionRow,
  lookBefore,
  openDecision,
  releaseDecision,
} from "./decision-record.server";
import {
  isTransition,
  REGISTRATIONS,
  type Registration,
  type RegistrationStatus,
  registrationStatus,
  registrationsOf,
  STATUS_TAGS,
} from "./status";
import { changeStatusTags } from "./status-tags.server";

/**
 * Moves a registration from one status to another (section 4 of the first specification text). The intention is written
 * down first and locks the person; then Shopify's tags are changed, the new one added before the old one is removed; what
 * Shopify answers is verified, and only then written through to the mirror, with the audit entry, in one transaction.
 * @throws 400 for a move that does not exist, 403 without the flag of this kind of registration, 404 for an unknown
 * customer, 409 when the registration is not, or no longer, at `from` or somebody else is deciding it, 502 when Shopify
 * does not do it.
 */
export async function decide(tools: DecisionTools, decision: Decision): Promise<Decided> {
  const undoing = decision.undoes !== undefined;
  if (!undoing && !isTransition(decision.from, decision.to)) {
    throw badRequest(
      `A registration cannot go from ${STATUS_TAGS[decision.from]} to ${STATUS_TAGS[decision.to]}.`,
    );
  }
  const before = await lookBefore(tools.shop, decision);
  const { earlier } = before;
  if (earlier) assertSameDecision(earlier, decision);
  if (earlier?.state === "done") return outcomeOf(earlier, true);

  const registration = await assertDecidable(tools, decision, earlier !== undefined);
  const id = await openDecision(tools, decision, registration, before);
  try {
    const { tags, updatedAt } = await changeStatusTags(tools, decision);
    await completeDecision(tools, decision, id, registration, { tags, updatedAt });
  } catch (error) {
    // A refusal is an answer, and whoever stopped us does not wait: the person is free again. Anything else is unknown
    // and stays open, to be looked up.
    if (error instanceof Refusal || tools.call?.signal?.aborted)
      await releaseDecision(tools, id, decision.customerId);
    throw error;
  }
  publishChange(tools.shop, REGISTRATIONS[registration].flag, {
    list: REGISTRATIONS[registration].list,
    ids: [customerGid(decision.customerId)],
  });
  return { decisionId: id, registration, status: decision.to, alreadyDone: false };
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
  repeated: boolean,
): Promise<Registration> {
  const { customer } = await tools.adminApi.run(
    customerTags,
    { id: customerGid(decision.customerId) },
    tools.call,
  );
  if (!customer) {
    await withShop(tools.shop, (tx) => forgetCustomers(tx, tools.shop, [decision.customerId]));
    throw notFound("The store has no such customer. The row has been taken out of the list.");
  }
  const kinds = registrationsOf(customer.tags);
  if (kinds.length === 0) throw notFound("This customer has no registration to decide on.");
  const registration = kinds.find((kind) => mayUse(tools.actor, REGISTRATIONS[kind].flag));
  if (!registration) throw forbidden();
  const status = registrationStatus(customer.tags, registration);
  // A repeated operation may find that its first try was done, or one half of it: then no status tag is left.
  const itsOwnDoing = repeated && (status === decision.to || status === null);
  if (status !== decision.from && !itsOwnDoing) {
    await withShop(tools.shop, (tx) => mirrorTags(tx, tools.shop, decision.customerId, customer));
    const now = status ? STATUS_TAGS[status] : "without a status";
    throw conflict(
      `${customer.displayName} is ${now} by now, not ${STATUS_TAGS[decision.from]}. The list has been brought up to date.`,
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
