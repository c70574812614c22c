import { escapeLiteral } from "pg";
import { queueAgain } from "~/core/mail/queue-mail.server";
import { publishInvitations } from "~/domain/invitations/invitation.server";
import { LINK_EXPIRED, LINK_WORKS } from "~/domain/invitations/mails.server";
import { whyClosed } from "~/domain/invitations/particulars.server";
import { moveExpiry, selectOtherExpiry } from "~/domain/invitations/restore.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { closesAt, eventIdOf, lockEvent, type ShopEvent } from "./event.server";
import { GUEST_REQUEST } from "./guests/guest-state";
import { CLOSED, FULL, GONE, OVER } from "./limits";

/** Why the email of an invitation to an event isn't sent. It is found again by the reason. */
const HOLDING_REASONS: readonly string[] = [GONE, OVER, CLOSED, FULL];

/** Why it isn't sent while its link still ends with an earlier end of the event. It doesn't make the task due, because other links end, too. */
export const EVERY_REASON: readonly string[] = [...HOLDING_REASONS, LINK_EXPIRED];

/** The number of mails that are requeued in one transaction. */
const BATCH_SIZE = 1_000;

/** Mails of events that were not sent because of the event. $2 is what held them back. */
const HELD_BACK = [
  // The latest mails of invitations.
  `FROM invitations_of_shop AS invitation JOIN mails AS mail ON mail.shop = invitation.shop AND mail.id = invitation.mail_id
    WHERE invitation.shop = $1 AND invitation.audience = 'event' AND invitation.state IN ('bounced', 'delivered')
      AND invitation.last_error = ANY($2) AND mail.state = 'failed' AND mail.last_error = ANY($2)
      AND (mail.last_error <> ${escapeLiteral(LINK_EXPIRED)} OR ${LINK_WORKS})`,
  // Mails to guests. One that is no longer true isn't sent then.
  `FROM mails AS mail
    JOIN request_links AS link ON link.shop = mail.shop AND link.id = mail.link_id AND link.kind = '${GUEST_REQUEST.name}'
    JOIN invitations_of_shop AS invitation ON invitation.shop = mail.shop AND invitation.id = link.subject_id::uuid
   WHERE mail.shop = $1 AND mail.state = 'failed' AND mail.last_error = ANY($2)`,
];

/**
 * Requests the sending of mails that an event held back, after it was restored or its dates or places changed. They are sent with its
 * present name and dates, soon after the caller's transaction has committed.
 */
export const requestHeldMails = (tx: ShopTransaction, { shop }: ShopEvent): Promise<void> =>
  requestTask(releaseHeldMails, shop, { tx });

/**
 * Requeues mails that an event held for a reason that no longer applies, each with its Message-ID. Any other reason is checked when
 * they are sent.
 */
export const releaseHeldMails = defineTask({
  name: "events.releaseHeldMails",
  // Also on a schedule, because a mail may be held back at the very moment at which its event changes, or a place becomes free.
  schedule: {
    cron: "*/5 * * * *",
    due: `EXISTS (SELECT FROM mails AS mail WHERE mail.shop = shops.shop AND mail.state = 'failed'
            AND mail.last_error IN (${HOLDING_REASONS.map(escapeLiteral).join(", ")}))`,
  },
  async run(shop, signal) {
    for (const id of await eventsHoldingBack(shop)) {
      let released = 0;
      for (const mails of HELD_BACK)
        for (let count = BATCH_SIZE; count === BATCH_SIZE; released += count) {
          signal.throwIfAborted();
          count = await sendSome(shop, id, mails);
        }
      if (released > 0) publishInvitations(shop, "event");
    }
  },
});

async function eventsHoldingBack(shop: string): Promise<number[]> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ groupId: string }>(
      HELD_BACK.map((mails) => `SELECT invitation.group_id AS "groupId" ${mails}`).join(" UNION "),
      [shop, EVERY_REASON],
    ),
  );
  return rows.flatMap(({ groupId }) => eventIdOf(groupId) ?? []);
}

/** @param mails one of `HELD_BACK` @returns how many mails were requeued */
const sendSome = (shop: string, id: number, mails: string): Promise<number> =>
  withShop(shop, async (tx) => {
    // Locks the event, then mails, then (by a trigger) invitations: the order of all other transactions.
    await lockEvent(tx, shop, id);
    const closed = await whyClosed(tx, shop, { audience: "event", groupId: String(id) });
    const resolvedReasons = EVERY_REASON.filter((reason) => reason !== closed?.message);
    const { rows } = await tx.$client.query<{ id: string }>(
      `SELECT mail.id ${mails} AND invitation.group_id = $3 ORDER BY mail.id LIMIT $4 FOR UPDATE OF mail SKIP LOCKED`,
      [shop, resolvedReasons, String(id), BATCH_SIZE],
    );
    await queueAgain(
      tx,
      shop,
      rows.map((mail) => mail.id),
    );
    return rows.length;
  });

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
export const updateRemainingLinkExpiry = defineTask({
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
});

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
