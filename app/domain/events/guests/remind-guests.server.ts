import { addHours } from "date-fns";
import { findInvitation } from "~/domain/invitations/invitation.server";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { findEvent } from "../event.server";
import { guestReminder, mailGuest } from "./mail-texts.server";

/** How long before an event its guests are reminded. */
const REMIND_BEFORE_HOURS = 24;

/** Someone who registers within this time of the beginning needs no reminder of what they have just read. */
const REGISTERED_BEFORE_HOURS = 6;

/** The number of guests who are reminded in one transaction. */
const BATCH = 200;

const SOON = `reminds AND active AND NOT is_deleted AND date_from > now() AND date_from <= now() + interval '${REMIND_BEFORE_HOURS} hours'`;

/**
 * Emails guests the day before their event. The key of the email names the guest and the beginning, so that each is reminded once,
 * and again when the event is postponed.
 */
export const remindGuests = defineTask({
  name: "events.remind",
  schedule: {
    cron: "*/15 * * * *",
    due: `EXISTS (SELECT FROM events AS due WHERE due.shop = shops.shop AND ${SOON})`,
    spreadMinutes: 10,
  },
  async run(shop, signal) {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ id: number }>(
        `SELECT id FROM events WHERE shop = $1 AND ${SOON} ORDER BY date_from`,
        [shop],
      ),
    );
    for (const { id } of rows) {
      do signal.throwIfAborted();
      while ((await remindSome(shop, id)) === BATCH);
    }
  },
});

/** @returns how many guests were reminded */
const remindSome = (shop: string, eventId: number): Promise<number> =>
  withShop(shop, async (tx) => {
    const event = await findEvent(tx, shop, eventId);
    const prefix = `${guestReminder.id}:${event.dateFrom.toISOString()}:`;
    const { rows } = await tx.$client.query<{ id: string }>(
      `SELECT guest.id FROM invitations_of_shop AS guest
        WHERE guest.shop = $1 AND guest.audience = 'event' AND guest.group_id = $2 AND guest.state = 'accepted'
          AND guest.accepted_at < $3
          AND NOT EXISTS (SELECT FROM mails WHERE mails.shop = $1 AND mails.key = $4 || guest.id)
        ORDER BY guest.id LIMIT $5`,
      [shop, String(eventId), addHours(event.dateFrom, -REGISTERED_BEFORE_HOURS), prefix, BATCH],
    );
    const now = new Date();
    for (const { id } of rows) {
      const guest = await findInvitation(tx, shop, id);
      if (guest) await mailGuest(tx, guestReminder, guest, { key: `${prefix}${id}`, now, isBulk: true });
    }
    return rows.length;
  });
