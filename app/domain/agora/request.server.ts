import type { CallContext } from "~/core/context.server";
import { REGISTERED } from "~/domain/customers/kinds";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import { type Registration, type RegistrationStatus, STATUS_NAMES } from "~/domain/registrations/status";
import { mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound } from "~/platform/errors";
import { startJob } from "~/platform/jobs/job.server";
import { pluralize } from "~/platform/text/pluralize";
import { assignJob, openAttempts, waitingJobOf } from "./attempts.server";
import { agoraConnection } from "./connection.server";
import { NOT_CONFIGURED, notApproved } from "./state";
import { syncToAgoraJob } from "./sync-job.server";

/** The job that syncs a person; `alreadyWaiting` when an earlier request is still pending. */
export interface SyncRequested {
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
