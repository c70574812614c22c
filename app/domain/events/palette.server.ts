import { sql } from "drizzle-orm";
import { contains } from "~/core/lists/search.server";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
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
