import { LINK_DAYS } from "~/domain/invitations/send.server";
import { STANDING } from "~/domain/invitations/standing";
import { STATES_OF_TAB } from "~/domain/invitations/states";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { closesAt, holdEvent, type ShopEvent } from "./event.server";
import { sendMailsHeldBack } from "./held-back.server";

/** As many invitations as are moved with the change of their event; the others follow in the background, so many at once. */
const MOVED_AT_ONCE = 1_000;
const MOVED_IN_BACKGROUND = 5_000;

/** When a link ends that was made at some moment, with $3 as the event's own end and $4 as a link's days. */
const endOf = (madeAt: string): string => `least(${madeAt} + make_interval(days => $4), $3)`;

/** The states in which somebody can still register, or could if their link had not run out. */
const OPEN = STATES_OF_TAB.invited.map((state) => `'${state}'`).join(", ");

/**
 * Moves the ends of an event's personal links after its dates changed: nobody's link ends before one may no longer register,
 * unless it is too old. Who had let it run out can use it again when it is put off. Of many, the first are moved here and now.
 * @param event as it is from now on, locked by the caller
 */
export async function moveLinkEnds(tx: ShopTransaction, event: ShopEvent): Promise<void> {
  const moved = await moveSome(tx, event, MOVED_AT_ONCE);
  if (moved === MOVED_AT_ONCE) await requestTask(moveOtherLinkEnds, event.shop, { tx });
}

/** Moves what is left of the ends that events with many invitees have, a part in each transaction. */
export const moveOtherLinkEnds: Task = {
  name: "events.moveLinkEnds",
  async run(shop, signal) {
    for (const id of await eventsWithOtherEnds(shop)) {
      const moveMore = () =>
        // The event first, as whoever changes it: its end stays what it is until this part is moved.
        withShop(shop, async (tx) => moveSome(tx, await holdEvent(tx, shop, id), MOVED_IN_BACKGROUND));
      do signal.throwIfAborted();
      while ((await moveMore()) === MOVED_IN_BACKGROUND);
      // What was held back because its link had ended can leave by now.
      await requestTask(sendMailsHeldBack, shop);
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
  // First the invitations, in one order, and then their links, as whoever registers or takes one back. An older link of an
  // invitation ends before its newest, so that none moves whose invitation does not.
  // Found before they are put in order: by that order alone, the whole shop's would be walked through.
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
            state = CASE WHEN state <> 'expired' OR ${endOf("last_invited_at")} <= now() THEN state ELSE ${STANDING} END
      WHERE shop = $1 AND id = ANY($2::uuid[]) AND state IN (${OPEN})`,
    values,
  );
  return rows.length;
}
