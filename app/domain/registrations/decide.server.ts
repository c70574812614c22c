import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { customerStatusChange, customerTags } from "~/connectors/shopify/operations/customers";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { recordAudit } from "~/domain/audit/record.server";
import { forgetCustomers, mirrorTags } from "~/domain/customers/mirror.server";
import { customerGid } from "~/domain/customers/mirror-row";
import { noteStale } from "~/domain/customers/refresh.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, forbidden, notFound, Refusal } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import {
  isTransition,
  REGISTRATIONS,
  type Registration,
  type RegistrationStatus,
  registrationStatus,
  registrationsOf,
  STATUS_TAGS,
} from "./status";
import { registrationDecisions } from "./tables.server";

/** What deciding needs from around it. */
export interface DecisionTools {
  shop: string;
  actor: Administrator;
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

/** One decision on one person's registration. */
export interface Decision {
  customerId: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
  /** Made by the caller; the same id again answers the first decision's outcome. */
  operationId: string;
  jobId?: string;
  /** The decision that this one takes back. */
  undoes?: string;
}

export interface Decided {
  decisionId: string;
  registration: Registration;
  status: RegistrationStatus;
  /** True when this very operation had been done before. */
  alreadyDone: boolean;
}

/** A started decision that nobody finished within this time was left by a process that died (milliseconds). */
const ABANDONED_AFTER_MS = 60_000;

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
  const earlier = await findByOperation(tools.shop, decision.operationId);
  if (earlier) assertSameDecision(earlier, decision);
  if (earlier?.state === "done") return outcomeOf(earlier, true);

  const registration = await assertDecidable(tools, decision, earlier !== undefined);
  const id = await begin(tools, decision, registration, earlier);
  try {
    const { tags, updatedAt } = await changeTags(tools, decision);
    await complete(tools, decision, id, registration, { tags, updatedAt });
  } catch (error) {
    // A refusal is an answer, and whoever stopped us does not wait: the person is free again. Anything else is unknown
    // and stays open, to be looked up.
    if (error instanceof Refusal || tools.call?.signal?.aborted)
      await release(tools, id, decision.customerId);
    throw error;
  }
  publishChange(tools.shop, REGISTRATIONS[registration].flag, {
    list: REGISTRATIONS[registration].noun.many,
    ids: [customerGid(decision.customerId)],
  });
  return { decisionId: id, registration, status: decision.to, alreadyDone: false };
}

type Row = typeof registrationDecisions.$inferSelect;

async function findByOperation(shop: string, operationId: string): Promise<Row | undefined> {
  const [row] = await withShop(shop, (tx) =>
    tx
      .select()
      .from(registrationDecisions)
      .where(and(eq(registrationDecisions.shop, shop), eq(registrationDecisions.operationId, operationId))),
  );
  return row;
}

function assertSameDecision(earlier: Row, decision: Decision): void {
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
  // A repeated operation may find its own first half done.
  if (status !== decision.from && !(repeated && status === decision.to)) {
    await withShop(tools.shop, (tx) => mirrorTags(tx, tools.shop, decision.customerId, customer));
    const now = status ? STATUS_TAGS[status] : "without a status";
    throw conflict(
      `${customer.displayName} is ${now} by now, not ${STATUS_TAGS[decision.from]}. The list has been brought up to date.`,
    );
  }
  return registration;
}

/** Writes the intention down. The unique index on open decisions is the lock on the person. */
async function begin(
  tools: DecisionTools,
  decision: Decision,
  registration: Registration,
  earlier?: Row,
): Promise<string> {
  const { shop, actor, clock } = tools;
  const now = clock.now();
  return withShop(shop, async (tx) => {
    await releaseAbandoned(tx, shop, decision, new Date(now.getTime() - ABANDONED_AFTER_MS));
    if (earlier) {
      await tx
        .update(registrationDecisions)
        .set({ state: "started", startedAt: now })
        .where(and(eq(registrationDecisions.shop, shop), eq(registrationDecisions.id, earlier.id)))
        .catch(refuseWhenLocked);
      return earlier.id;
    }
    const id = randomUUID();
    const inserted = await tx
      .insert(registrationDecisions)
      .values({
        shop,
        id,
        customerId: decision.customerId,
        registration,
        fromStatus: decision.from,
        toStatus: decision.to,
        state: "started",
        operationId: decision.operationId,
        decidedById: actor.id,
        decidedByName: actor.name,
        startedAt: now,
        jobId: decision.jobId,
        undoes: decision.undoes,
      })
      .onConflictDoNothing()
      .returning({ id: registrationDecisions.id });
    if (inserted.length === 0) throw conflict(BEING_DECIDED);
    return id;
  });
}

const BEING_DECIDED = "Somebody is deciding on this person right now. Look again in a moment.";

function refuseWhenLocked(error: unknown): never {
  if (isUniqueViolation(error)) throw conflict(BEING_DECIDED);
  throw error;
}

/** Its own earlier try, or one whose process died, no longer holds the lock. */
async function releaseAbandoned(
  tx: ShopTransaction,
  shop: string,
  decision: Decision,
  before: Date,
): Promise<void> {
  await tx
    .update(registrationDecisions)
    .set({ state: "failed" })
    .where(
      and(
        eq(registrationDecisions.shop, shop),
        eq(registrationDecisions.customerId, decision.customerId),
        eq(registrationDecisions.state, "started"),
        sql`(${registrationDecisions.startedAt} < ${before.toISOString()} OR ${registrationDecisions.operationId} = ${decision.operationId})`,
      ),
    );
}

/** Adds the new tag, then removes the old one, and believes only the tags that Shopify answers. */
async function changeTags(
  tools: DecisionTools,
  { customerId, from, to }: Decision,
): Promise<{ tags: string[]; updatedAt: string }> {
  const id = customerGid(customerId);
  const what = `set ${STATUS_TAGS[to]}`;
  const change = { id, add: [STATUS_TAGS[to]], remove: [STATUS_TAGS[from]] };
  const { added, removed } = await tools.adminApi.run(customerStatusChange, change, tools.call);
  const refused = (added?.userErrors.length ?? 1) > 0 || (removed?.userErrors.length ?? 1) > 0;
  if (refused) {
    await putBack(tools, { customerId, from, to });
    refuseUserErrors(what, added, removed);
  }
  const after = removed?.node;
  if (!after || !hasTag(after.tags, to) || hasTag(after.tags, from)) {
    throw new Refusal(
      502,
      "SHOPIFY_REFUSED",
      `Shopify did not ${what}. Look at the person's tags and try again.`,
    );
  }
  return after;
}

/** Shopify did one half and refused the other: back to where it stood, as far as Shopify lets us. */
async function putBack(
  tools: DecisionTools,
  { customerId, from, to }: Pick<Decision, "customerId" | "from" | "to">,
): Promise<void> {
  const back = { id: customerGid(customerId), add: [STATUS_TAGS[from]], remove: [STATUS_TAGS[to]] };
  const { customer } = await tools.adminApi.run(customerTags, { id: back.id }, tools.call);
  if (!customer || (hasTag(customer.tags, from) && !hasTag(customer.tags, to))) return;
  const { removed } = await tools.adminApi.run(customerStatusChange, back, tools.call);
  const after = removed?.node ?? customer;
  await withShop(tools.shop, (tx) => mirrorTags(tx, tools.shop, customerId, after));
}

const hasTag = (tags: readonly string[], status: RegistrationStatus) =>
  tags.some((tag) => tag.toLowerCase() === STATUS_TAGS[status].toLowerCase());

async function complete(
  { shop, actor, clock }: DecisionTools,
  decision: Decision,
  id: string,
  registration: Registration,
  customer: { tags: string[]; updatedAt: string },
): Promise<void> {
  await withShop(shop, async (tx) => {
    const done = await tx
      .update(registrationDecisions)
      .set({ state: "done", finishedAt: clock.now(), registration })
      .where(
        and(
          eq(registrationDecisions.shop, shop),
          eq(registrationDecisions.id, id),
          eq(registrationDecisions.state, "started"),
        ),
      )
      .returning({ id: registrationDecisions.id });
    await mirrorTags(tx, shop, decision.customerId, customer);
    // A repetition that overtook us has written the entry already.
    if (done.length === 0) return;
    await recordAudit(tx, shop, {
      action: decision.undoes ? "registration.decision undone" : "registration.decided",
      actor,
      subject: { type: "customer", id: String(decision.customerId) },
      before: { status: STATUS_TAGS[decision.from] },
      after: { status: STATUS_TAGS[decision.to] },
      jobId: decision.jobId,
      flag: REGISTRATIONS[registration].flag,
    });
  });
}

/** Frees the person. Shopify may have done it all the same (a lost answer), so the mirror reads them again. */
async function release({ shop, clock }: DecisionTools, id: string, customerId: number): Promise<void> {
  await withShop(shop, async (tx) => {
    await tx
      .update(registrationDecisions)
      .set({ state: "failed", finishedAt: clock.now() })
      .where(
        and(
          eq(registrationDecisions.shop, shop),
          eq(registrationDecisions.id, id),
          eq(registrationDecisions.state, "started"),
        ),
      );
    await noteStale(tx, shop, [customerId]);
  });
}

function outcomeOf(row: Row, alreadyDone: boolean): Decided {
  return {
    decisionId: row.id,
    registration: row.registration as Registration,
    status: row.toStatus as RegistrationStatus,
    alreadyDone,
  };
}
