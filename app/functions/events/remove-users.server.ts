import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { findEvent } from "~/domain/events/event.server";
import { writeEventTag } from "~/domain/events/event-tag.server";
import { isBeingAccepted } from "~/domain/invitations/accept/acceptance.server";
import {
  findInvitation,
  type Invitation,
  lockInvitation,
  publishInvitations,
} from "~/domain/invitations/invitation.server";
import { revokeInvitation } from "~/domain/invitations/restore.server";
import { STATES_OF_PART } from "~/domain/invitations/states";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { defineJob, findJob, findStartedJob, type ItemContext, startJob } from "~/platform/jobs/job.server";
import { eventCheckIns } from "./tables.server";

const ON_THE_LIST = STATES_OF_PART.all;

/** Takes people off an event's list, one by one: their links, their registration, and the event's tag in the store. */
export const removeUsersJob = defineJob({
  name: "events.removeUsers",
  item: z.object({ invitationId: z.uuid() }),
  concurrency: 2,
  async run({ invitationId }, context) {
    let isRemoved: boolean;
    do {
      const invitation = await withShop(context.shop, (tx) => findInvitation(tx, context.shop, invitationId));
      if (!invitation || invitation.state === "revoked")
        return { state: "skipped", message: "No longer on the list." };
      isRemoved = await remove(invitation, context);
    } while (!isRemoved);
    publishInvitations(context.shop, "event", [invitationId]);
    return { state: "done", message: "Removed." };
  },
});

/**
 * @returns false, with nothing taken off the list, when the person has registered since and so has the event's tag
 * @throws 409 while the person is registering
 */
async function remove(
  invitation: Invitation,
  { shop, administrator, signal }: ItemContext,
): Promise<boolean> {
  const { id } = invitation;
  const wasRegistered = invitation.state === "accepted";
  if (wasRegistered) await writeEventTag(invitation, false, signal);
  return withShop(shop, async (tx) => {
    const now = await lockInvitation(tx, shop, "event", id);
    if (now.state === "accepted" && !wasRegistered) return false;
    // It would register the person after they were removed.
    if (await isBeingAccepted(tx, now))
      throw conflict("This person is registering right now. Retry this row in a minute.");
    const which = { audience: "event" as const, id, alsoRegistered: true };
    await revokeInvitation(tx, shop, which, { by: administrator, now: systemClock.now() });
    await tx
      .delete(eventCheckIns)
      .where(and(eq(eventCheckIns.shop, shop), eq(eventCheckIns.invitationId, id)));
    return true;
  });
}

/**
 * Starts a job that removes all people from an event, including registered ones.
 * @returns the job, null for an empty list, and how many people it removes
 * @throws 404 for an unknown event
 */
export async function removeUsers(
  { shop: { domain }, administrator: { id, name } }: CallContext,
  eventId: number,
  operationId: string = randomUUID(),
): Promise<{ jobId: string | null; count: number }> {
  return withShop(domain, async (tx) => {
    const event = await findEvent(tx, domain, eventId);
    const operation = { startedBy: { id, name }, operationId };
    const earlier = await findStartedJob(tx, domain, removeUsersJob, operation);
    if ((earlier?.params as { eventId?: number } | undefined)?.eventId === eventId)
      return { jobId: earlier?.id ?? null, count: earlier?.total ?? 0 };
    const ofEvent = [domain, String(eventId), ON_THE_LIST];
    const onTheList = `FROM invitations_of_shop WHERE shop = $1 AND audience = 'event' AND group_id = $2 AND state = ANY($3)`;
    const { rows } = await tx.$client.query(`SELECT 1 ${onTheList} LIMIT 1`, ofEvent);
    if (rows.length === 0) return { jobId: null, count: 0 };
    const jobId = await startJob(tx, domain, removeUsersJob, {
      title: `Remove the users of ${event.name}`,
      permission: "showEvents",
      ...operation,
      items: [],
      params: { eventId },
      // Who waits is first: they would get the places of the others, and an email about it.
      selectItems: async () => ({
        text: `SELECT row_number() OVER (ORDER BY state <> 'waiting', id) - 1 AS position, email AS label,
                      jsonb_build_object('invitationId', id) AS input ${onTheList}`,
        values: ofEvent,
      }),
    });
    const { total } = await findJob(tx, domain, jobId);
    return { jobId, count: total };
  });
}
