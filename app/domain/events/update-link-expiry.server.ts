import { REOPENED_STATE } from "~/domain/invitations/reopened-state";
import { LINK_DAYS } from "~/domain/invitations/send.server";
import { STATES_OF_TAB } from "~/domain/invitations/states";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { closesAt, lockEvent, type ShopEvent } from "./event.server";
import { releaseHeldMails } from "./release-held-mails.server";

/** The number of invitations that are updated together with their event. Others follow in the background, in batches. */
const UPDATED_WITH_EVENT = 1_000;
const BACKGROUND_BATCH = 5_000;
/** An invitation that is being sent while the dates change isn't visible to the change. It is committed by then (milliseconds). */
const LOOK_AGAIN_AFTER_MS = 10_000;

/** When a link ends that was made at some moment, with $3 as the event's own end and $4 as a link's days. */
const endOf = (madeAt: string): string => `least(${madeAt} + make_interval(days => $4), $3)`;

/** The states in which a person can register, or could if their link hadn't expired. */
const OPEN = STATES_OF_TAB.invited.map((state) => `'${state}'`).join(", ");

/**
 * Updates the expiry of an event's personal links after its dates changed. Links work until registration closes, unless they are too
 * old. Expired links work again if the event is postponed. The first ones are updated here, the rest in the background, with those of
 * invitations that are being sent at this moment.
 * @param event with its new dates, locked by the caller
 */
export async function updateLinkExpiry(tx: ShopTransaction, event: ShopEvent): Promise<void> {
  await moveSome(tx, event, UPDATED_WITH_EVENT);
  const startAfter = new Date(Date.now() + LOOK_AGAIN_AFTER_MS);
  await requestTask(updateRemainingLinkExpiry, event.shop, { tx, startAfter });
}

/** Moves what is left of the ends that events with many invitees have, a part in each transaction. */
export const updateRemainingLinkExpiry: Task = {
  name: "events.updateLinkExpiry",
  // Also by itself: a request is dropped while an earlier one waits, which may run before the new one's transaction has committed.
  // Hourly, because it reads all open invitations to events.
  schedule: "45 * * * *",
  async run(shop, signal) {
    for (const id of await eventsWithOtherEnds(shop)) {
      const moveMore = () =>
        // Locks the event first, as other transactions do, so that its end doesn't change during the batch.
        withShop(shop, async (tx) => moveSome(tx, await lockEvent(tx, shop, id), BACKGROUND_BATCH));
      do signal.throwIfAborted();
      while ((await moveMore()) === BACKGROUND_BATCH);
      // Mails that were held because of an expired link can be sent now.
      await requestTask(releaseHeldMails, shop);
    }
  },
};

async function eventsWithOtherEnds(shop: string): Promise<number[]> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ id: number }>(
      `SELECT id FROM events AS event WHERE shop = $1 AND EXISTS (
         SELECT 1 FROM invitations WHERE shop = $1 AND audience = 'event' AND group_id = event.id::text AND state IN (${OPEN})
            AND expires_at <> least(last_invited_at + make_interval(days => $2), coalesce(event.rsvp_by, event.date_to)))`,
      [shop, LINK_DAYS],
    ),
  );
  return rows.map(({ id }) => id);
}

/** @returns of how many invitations the end was another one, up to `most` */
async function moveSome(tx: ShopTransaction, event: ShopEvent, most: number): Promise<number> {
  const { shop, id } = event;
  const ends = [closesAt(event), LINK_DAYS];
  // Locks invitations in order, then their links, as registration and deletion do. An invitation's older links expire before its
  // newest, so links are only updated together with their invitation.
  // The rows are selected before they are sorted, because an index scan in that order would read all invitations of the shop.
  const { rows } = await tx.$client.query<{ id: string }>(
    `WITH others AS MATERIALIZED (
       SELECT id FROM invitations WHERE shop = $1 AND audience = 'event' AND group_id = $2 AND state IN (${OPEN})
          AND expires_at <> ${endOf("last_invited_at")})
     SELECT id FROM invitations WHERE shop = $1 AND id IN (SELECT id FROM others ORDER BY id LIMIT $5)
      ORDER BY id FOR UPDATE`,
    [shop, String(id), ...ends, most],
  );
  if (rows.length === 0) return 0;
  const values = [shop, rows.map((row) => row.id), ...ends];
  await tx.$client.query(
    `UPDATE invitation_links SET expires_at = ${endOf("created_at")}
      WHERE shop = $1 AND invitation_id = ANY($2::uuid[]) AND used_at IS NULL AND revoked_at IS NULL
        AND expires_at <> ${endOf("created_at")}`,
    values,
  );
  await tx.$client.query(
    `UPDATE invitations SET expires_at = ${endOf("last_invited_at")},
            state = CASE WHEN state <> 'expired' OR ${endOf("last_invited_at")} <= now() THEN state ELSE ${REOPENED_STATE} END
      WHERE shop = $1 AND id = ANY($2::uuid[]) AND state IN (${OPEN})`,
    values,
  );
  return rows.length;
}
