import { z } from "zod";
import { liveAgora } from "~/connectors/agora/live.server";
import { isUnanswered } from "~/connectors/agora/port";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { readWorkable } from "~/domain/customers/detail.server";
import { kindsOf, REGISTERED } from "~/domain/customers/kinds";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import {
  type Registration,
  type RegistrationStatus,
  registrationStatus,
  STATUS_NAMES,
  statusColumns,
} from "~/domain/registrations/status";
import { mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound, Refusal, upstreamFailed } from "~/platform/errors";
import { defineJob, type ItemContext, type ItemOutcome, startJob } from "~/platform/jobs/job.server";
import { pluralize } from "~/platform/text/pluralize";
import {
  assignJob,
  claimAttempt,
  completeAttempt,
  failAttempt,
  failRestOf,
  lockAttempt,
  openAttempts,
  PersonErased,
  versionFor,
  waitingJobOf,
} from "./attempts.server";
import { agoraConnection, agoraContentOf, digestOf } from "./connection.server";
import { ERASED, NOT_CONFIGURED, NOT_TRIED, notApproved, OUR_FAULT } from "./state";

const item = z.object({
  attemptId: z.uuid(),
  /** Gone when the person's data was erased after the job was started. */
  customerId: z.number().int().optional(),
});

const SYNCED: ItemOutcome = { state: "done", message: "Synced" };
const SKIPPED: ItemOutcome = { state: "skipped", message: ERASED };

/**
 * After as many people in a row without an answer, Agora counts as down for the rest of the job: each would take most of a minute. A
 * single one may be Agora's fault with that person.
 */
const MAX_UNANSWERED = 2;

/** How many that are, by the job that this process runs. */
const unanswered = new Map<string, number>();

/** Syncs people to Agora, with an outcome each. The concurrency is low, because Agora's limits are unknown. */
export const syncToAgoraJob = defineJob({
  name: "agora.sync",
  item,
  concurrency: 4,
  async run({ attemptId, customerId }, context) {
    const which = { shop: context.shop, id: attemptId };
    const attempt = customerId === undefined ? undefined : await claimAttempt(which);
    if (!attempt || customerId === undefined) return SKIPPED;
    if (attempt.state === "synced") return SYNCED;
    const { jobId } = context;
    try {
      if ((unanswered.get(jobId) ?? 0) >= MAX_UNANSWERED) throw upstreamFailed(NOT_TRIED);
      await sync(which.id, customerId, context);
      unanswered.delete(jobId);
      return SYNCED;
    } catch (error) {
      if (isUnanswered(error)) unanswered.set(jobId, (unanswered.get(jobId) ?? 0) + 1);
      if (error instanceof PersonErased) return SKIPPED;
      // The process stops: the attempt waits on, and its job takes it up again.
      if (context.signal.aborted) throw error;
      await failAttempt(which, error instanceof Refusal ? error.message : OUR_FAULT);
      throw error;
    } finally {
      publishCustomers(context.shop, [customerId], REGISTERED);
    }
  },
  async begin(_shop, jobId) {
    unanswered.delete(jobId);
  },
  async finished(shop, jobId) {
    unanswered.delete(jobId);
    const rest = await failRestOf(shop, jobId);
    if (rest.length > 0) publishCustomers(shop, rest, REGISTERED);
  },
});

/** Reads a person from the store and sends them to Agora if they are still approved. Safe to repeat: the idempotency key stays the same. */
async function sync(
  attemptId: string,
  customerId: number,
  { shop, administrator, jobId, signal }: ItemContext,
): Promise<void> {
  const which = { shop, id: attemptId };
  const access = await agoraConnection.access(shop);
  const { customer } = await readWorkable(liveAdminApi(shop), administrator, String(customerId), REGISTERED);
  const row = mirrorRowOf(customer);
  // Not after the push: they may be deleted by then.
  await withShop(shop, async (tx) => {
    await lockAttempt(tx, which);
    await mirrorCustomers(tx, shop, [row]);
  });
  const theirs = REGISTERED.filter(
    (kind) => kindsOf(customer.tags).includes(kind) && mayUse(administrator, kind.flag),
  );
  const approved = theirs.find(
    ({ registration }) => registrationStatus(customer.tags, registration) === "approved",
  );
  if (!approved) {
    const status = theirs[0] && registrationStatus(customer.tags, theirs[0].registration);
    throw conflict(notApproved(customer.displayName, status ? STATUS_NAMES[status] : null));
  }
  const content = agoraContentOf({ ...row, ...statusColumns(customer.tags) });
  const version = await versionFor(which, customerId, digestOf(content));
  const { id: agoraId } = await liveAgora(access).push(
    { ...content, version },
    {
      idempotencyKey: `${shop}:${customerId}:${version}`,
      signal,
      beforeSending: () => withShop(shop, (tx) => lockAttempt(tx, which)),
    },
  );
  await completeAttempt(which, {
    customerId,
    agoraId,
    version,
    by: administrator,
    jobId,
    flag: approved.flag,
  });
}

/** The job that syncs a person; `alreadyWaiting` when an earlier request is still pending. */
interface SyncRequested {
  jobId: string;
  alreadyWaiting: boolean;
}

/**
 * Starts a job that syncs a person to Agora, or returns their pending one.
 * @throws 404 for an unknown person, 403 without the flag of their kind, 409 for a person who isn't approved, or if Agora isn't set up
 */
export async function requestSync(context: CallContext, customerId: number): Promise<SyncRequested> {
  const { shop, administrator, clock } = context;
  const requestResult = await withShop(shop.domain, async (tx) => {
    const person = await readPerson(tx, shop.domain, customerId);
    if (!person) throw notFound("The store has no such customer, or Backroom doesn't know them yet.");
    const theirs = REGISTERED.filter(({ registration }) => person[registration]);
    if (theirs.length === 0) throw conflict(notApproved(person.name, null));
    const mine = theirs.filter(({ flag }) => mayUse(administrator, flag));
    const [first] = mine;
    if (!first) throw forbidden();
    const approved = mine.find(({ registration }) => person[registration] === "approved");
    const status = person[first.registration];
    if (!approved) throw conflict(notApproved(person.name, status && STATUS_NAMES[status]));
    if (!(await agoraConnection.isConfigured(tx, shop.domain))) throw conflict(NOT_CONFIGURED);

    const attempts = await openAttempts(tx, shop.domain, [customerId], administrator, clock.now());
    const attemptId = attempts.get(customerId);
    if (!attemptId) {
      const jobId = await waitingJobOf(tx, shop.domain, customerId);
      if (!jobId) throw conflict("This person was just synced. Their row shows the result.");
      return { jobId, alreadyWaiting: true };
    }
    const jobId = await startJob(tx, shop.domain, syncToAgoraJob, {
      title: "Sync 1 person to Agora",
      permission: approved.flag,
      startedBy: administrator,
      items: [{ label: `${person.name} (${person.email})`, input: { attemptId, customerId } }],
    });
    await assignJob(tx, shop.domain, [attemptId], jobId);
    return { jobId, alreadyWaiting: false };
  });
  publishCustomers(shop.domain, [customerId], REGISTERED);
  return requestResult;
}

interface Person extends Record<Registration, RegistrationStatus | null> {
  name: string;
  email: string;
}

/** A person from the mirror. The job reads them from the store before it sends anything. */
async function readPerson(tx: ShopTransaction, shop: string, id: number): Promise<Person | undefined> {
  const { rows } = await tx.$client.query<Person>(
    `SELECT display_name AS name, coalesce(email, '') AS email, student_status AS student, staff_status AS staff
       FROM customers_of_shop WHERE shop = $1 AND id = $2`,
    [shop, id],
  );
  return rows[0];
}

/**
 * Starts one job that syncs several people, with an outcome each. People with a pending sync are left out.
 * @param registration the kind of registration whose list they were selected from
 * @throws 403 without the flag of that kind, 409 if no person is left or Agora isn't set up
 */
export async function requestManySyncs(
  { shop, administrator, clock }: CallContext,
  registration: Registration,
  people: ReadonlyMap<number, string>,
): Promise<{ jobId: string; count: number }> {
  const kind = REGISTERED.find((candidate) => candidate.registration === registration);
  if (!kind || !mayUse(administrator, kind.flag)) throw forbidden();
  const ids = [...people.keys()];
  const requestResult = await withShop(shop.domain, async (tx) => {
    if (!(await agoraConnection.isConfigured(tx, shop.domain))) throw conflict(NOT_CONFIGURED);
    const attempts = await openAttempts(tx, shop.domain, ids, administrator, clock.now());
    if (attempts.size === 0) throw conflict("All of these people are already queued to sync to Agora.");
    const items = [...attempts].map(([customerId, attemptId]) => ({
      label: people.get(customerId) ?? "",
      input: { attemptId, customerId },
    }));
    const jobId = await startJob(tx, shop.domain, syncToAgoraJob, {
      title: `Sync ${pluralize(items.length, "person", "people")} to Agora`,
      permission: kind.flag,
      startedBy: administrator,
      items,
    });
    await assignJob(tx, shop.domain, [...attempts.values()], jobId);
    return { jobId, count: items.length };
  });
  publishCustomers(shop.domain, ids, [kind]);
  return requestResult;
}
