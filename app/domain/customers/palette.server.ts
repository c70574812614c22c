import { sql } from "drizzle-orm";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { definePaletteKind, MAX_FOUND } from "~/core/palette/palette-kind.server";
import { isVisibleTo } from "./detail.server";
import { CUSTOMER_FLAGS } from "./kinds";
import { customersOfShop as found } from "./tables.server";

/** How many matching customers are compared to find the best ones. */
const MAX_MATCHES = 200;

/** Customers that have a card which the administrator may open, by name, email or number. The one with exactly this email is first. */
export const customersInPalette = definePaletteKind({
  name: "Customers",
  for: CUSTOMER_FLAGS,
  find({ administrator, text }) {
    const isNumber = /^\d{1,16}$/.test(text);
    if (!isNumber && text.length < MIN_TRIGRAM_LENGTH) return null;
    const matches = isNumber
      ? sql`${found.id} = ${Number(text)}`
      : containsIndexed(sql`${found.searchText}`, text, [" ", "@"]);
    return sql`SELECT id AS key, coalesce(nullif(display_name, ''), email, id::text) AS title, email AS detail
      FROM (SELECT * FROM ${found} WHERE ${matches} AND ${isVisibleTo(administrator)} LIMIT ${MAX_MATCHES}) AS matches
      ORDER BY lower(email) = lower(${text}) DESC NULLS LAST, lower(display_name), id LIMIT ${MAX_FOUND}`;
  },
  address: ({ key }) => `/customers/${key}`,
});
