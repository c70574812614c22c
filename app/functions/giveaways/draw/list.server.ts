import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { defineList, filter, type RowOf } from "~/core/lists/define-list.server";
import { column, field } from "~/core/lists/define-row.server";
import { mails } from "~/core/mail/tables.server";
import { PLACE_STATES } from "../entrants/states";
import { PLACES_LIST } from "../messages";
import { giveawayId } from "../schemas";
import { giveawayEntrants as entrant, giveawayDraws, giveawayPlaces as place } from "../tables.server";
import { count, drawNumber } from "./schemas";

const text = z.string();

/** The email about a win, whether it still waits, and why it wasn't delivered. */
export const IS_MAIL_OF_PLACE = and(eq(mails.shop, place.shop), eq(mails.id, place.mailId));
export const MAIL_PROBLEM = sql<
  string | null
>`CASE WHEN ${mails.state} IN ('bounced', 'failed') THEN coalesce(${mails.lastError}, '') END`;
// An erased email is missing.
export const IS_MAIL_QUEUED = sql<boolean>`coalesce(${mails.state} IN ('queued', 'sending'), false)`;

/** The drawn entrants of a draw in drawing order. */
export const placesList = defineList({
  name: PLACES_LIST,
  few: "the places of one draw",
  from: sql`${place} JOIN ${entrant} ON ${entrant.shop} = ${place.shop} AND ${entrant.giveawayId} = ${place.giveawayId}
    AND ${entrant.number} = ${place.number} LEFT JOIN ${mails} ON ${IS_MAIL_OF_PLACE}`,
  id: { by: sql`${place.rank}`, type: "integer" },
  where: ({ shop }) => eq(place.shop, shop.domain),
  row: {
    rank: column(place.rank, count, { title: "Drawn as", align: "end" }),
    name: column(sql`trim(${entrant.firstName} || ' ' || ${entrant.lastName})`, text, {
      title: "Name",
      narrow: "title",
    }),
    email: column(sql`coalesce(${entrant.email}, '')`, text, {
      title: "Email",
      narrow: "plain",
      below: "name",
    }),
    number: column(place.number, count, { title: "Entry", align: "end" }),
    state: column(place.state, z.enum(PLACE_STATES), { title: "State", narrow: "plain" }),
    reason: column(place.reason, text.nullable(), { title: "Reason" }),
    /** An instant, ISO 8601. */
    changedAt: field(place.changedAt, text.nullable()),
    changedBy: field(place.changedByName, text.nullable()),
    /** The email about the win has left the queue. Unlike this, `told` of a draw includes queued emails. */
    isTold: field(sql`${place.mailId} IS NOT NULL AND NOT ${IS_MAIL_QUEUED}`, z.boolean()),
    isMailQueued: field(IS_MAIL_QUEUED, z.boolean()),
    /** Why the email about the win wasn't delivered. Null otherwise. */
    mailProblem: field(MAIL_PROBLEM, text.nullable()),
  },
  orders: { rank: "id" },
  filters: {
    id: filter(giveawayId, { where: (id) => eq(place.giveawayId, id) }),
    draw: filter(drawNumber, { where: (draw) => eq(place.draw, draw) }),
  },
  search: null,
  count: {
    stored: ({ id, draw, reader }) => sql`SELECT jsonb_array_length(result)::bigint FROM ${giveawayDraws}
       WHERE shop = ${reader.shop.domain} AND giveaway_id = ${id} AND number = ${draw}`,
  },
  defaultSort: "rank asc",
  pageSize: 25,
});

/** A drawn entrant and their current state. */
export type Place = RowOf<typeof placesList>;
