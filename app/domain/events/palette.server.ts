import { sql } from "drizzle-orm";
import { contains } from "~/core/lists/search.server";
import { ACTIONS_GROUP, definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import { events } from "./tables.server";

/** Of the latest events, because no index finds a part of a name. */
const MAX_LOOKED_AT = 500;

export const eventsInPalette = definePalette({
  name: "Events",
  for: "showEvents",
  find: ({ shop, text }) =>
    sql`SELECT id AS key, name AS title, NULL AS detail
          FROM (SELECT id, name, is_deleted, date_from FROM ${events} WHERE shop = ${shop.domain}
                 ORDER BY date_from DESC NULLS FIRST, id DESC NULLS FIRST LIMIT ${MAX_LOOKED_AT}) AS latest
         WHERE NOT is_deleted AND ${contains(sql`lower(name)`, text)} ORDER BY date_from DESC LIMIT ${MAX_FOUND}`,
  address: ({ key }) => `/events/${key}/invites`,
});

/** The words that ask for the action. Without them, the event is looked for. */
const VERBS = /^check[\s-]?in\s+(guests\s+)?((of|for|at)\s+)?/i;

/** Opens the event's check-in. */
export const checkInsInPalette = definePalette({
  name: "Check in guests",
  group: ACTIONS_GROUP,
  for: eventsInPalette.for,
  find({ text, ...search }) {
    const name = text.replace(VERBS, "").trim();
    const found = name === text || !name ? null : eventsInPalette.find({ ...search, text: name });
    return (
      found && sql`SELECT key, 'Check in guests of ' || title AS title, detail FROM (${found}) AS events`
    );
  },
  address: ({ key }) => `/events/${key}/check-in`,
});
