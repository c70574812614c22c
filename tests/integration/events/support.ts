import type { Flag } from "~/platform/auth/permission";
import type { RunnableJob } from "~/platform/jobs/job.server";
import { callsOf, grantAccess, signedInCalls } from "../../support/calls.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { sendDue } from "../mail/support.ts";

/** An event a year from now. Omitted fields have defaults. */
export const anEvent = (more: Record<string, unknown> = {}) => ({
  name: "Workshop",
  description: "An evening about drills",
  dateFrom: inDays(365),
  dateTo: inDays(366),
  ...more,
});

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** The calls as an administrator who was given these flags. */
export async function callsWith(shop: TestShop, id: string, flags: Flag[]) {
  await signedInCalls(shop, id);
  await grantAccess(id, flags);
  return callsOf(id);
}

/** Works a job to its end in this process, while the mails that it waits for are sent. */
export async function work(jobId: string, shop = DEMO): Promise<void> {
  const [{ runJob }, { inviteManyJob }, { removeUsersJob }, { eventReportJob }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/invitations/bulk.server"),
    import("~/functions/events/remove-users.server"),
    import("~/functions/events/report.server"),
  ]);
  const all = [inviteManyJob, removeUsersJob, eventReportJob];
  const kinds = new Map<string, RunnableJob>(all.map((kind) => [kind.name, kind]));
  let isOver = false;
  const running = runJob(shop, jobId, kinds, new AbortController().signal).finally(() => {
    isOver = true;
  });
  const sending = (async () => {
    while (!isOver) {
      await sendDue(undefined, shop);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await Promise.all([running, sending]);
}

/** Marks an invitation as accepted by a customer, as the personal link's page does. */
export async function register(invitationId: string, customerId: number | null = null): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "UPDATE invitations SET state = 'accepted', accepted_at = now(), customer_id = $2 WHERE id = $1",
    [invitationId, customerId],
  );
}

/** Opens an acceptance of an invitation, as the button of the personal link's page does before the customer is saved. */
export async function startAccepting(invitationId: string): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO invitation_acceptances
       (shop, invitation_id, link_id, first_name, last_name, tags, attempt, started_at, lease_until)
     VALUES ($1, $2, gen_random_uuid(), 'A', 'B', '{}', gen_random_uuid(), now(), now())`,
    [DEMO, invitationId],
  );
}
