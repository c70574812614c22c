import { sql } from "drizzle-orm";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import { mediaTab } from "./media-list";

export const productsInPalette = definePalette({
  name: "Product media",
  for: mediaTab("media"),
  find: ({ text }) =>
    text.length >= MIN_TRIGRAM_LENGTH
      ? sql`SELECT id::text AS key, title, handle AS detail FROM products_of_shop
             WHERE ${containsIndexed(sql`lower(title)`, text, [" ", "-"])} LIMIT ${MAX_FOUND}`
      : null,
  address: ({ key }) => `/productMedia?${new URLSearchParams({ tab: "media", product: key })}`,
});
