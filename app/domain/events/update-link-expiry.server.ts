import { moveExpiry, selectOtherExpiry } from "~/domain/invitations/move-expiry.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { closesAt, lockEvent, type ShopEvent } from "./event.server";
import { releaseHeldMails } from "./release-held-mails.server";

/** The number of invitations that are updated together with their event. Others follow in the background, in batches. */
const UPDATED_WITH_EVENT = 1_000;
const BACKGROUND_BATCH = 5_000;
/** An invitation that is being sent while the dates change isn't visible to the change. It is committed by then (milliseconds). */
const LOOK_AGAIN_AFTER_MS = 10_000;

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
  // Also on a schedule: a request is dropped while an earlier one waits, which may run before the new one's transaction has committed.
  // Hourly, because it reads all open invitations to events.
  schedule: {
    cron: "45 * * * *",
    due: "EXISTS (SELECT FROM events AS due WHERE due.shop = shops.shop)",
    spreadMinutes: 30,
  },
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
  const group = { id: "event.id::text", endsAt: "coalesce(event.rsvp_by, event.date_to)" };
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ id: number }>(
      `SELECT id FROM events AS event WHERE shop = $1 AND EXISTS (${selectOtherExpiry("event", group)})`,
      [shop],
    ),
  );
  return rows.map(({ id }) => id);
}

/** @returns of how many invitations the end was another one, up to `most` */
const moveSome = (tx: ShopTransaction, event: ShopEvent, most: number): Promise<number> =>
  moveExpiry(tx, event.shop, { audience: "event", id: String(event.id), endsAt: closesAt(event) }, most);
