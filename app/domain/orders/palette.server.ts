import { sql } from "drizzle-orm";
import { definePaletteKind, MAX_FOUND } from "~/core/palette/palette-kind.server";
import { ordersOfShop } from "./tables.server";

/** By its name, with or without the number sign. */
export const ordersInPalette = definePaletteKind({
  name: "Orders",
  for: "showOrderReturns",
  find: ({ text }) =>
    /\d/.test(text) && !/\s/.test(text)
      ? sql`SELECT name AS key, name AS title, NULL AS detail FROM ${ordersOfShop}
             WHERE name IN (${text}, ${`#${text}`}) LIMIT ${MAX_FOUND}`
      : null,
  address: ({ key }) => `/orderReturns?${new URLSearchParams({ value: key })}`,
});
