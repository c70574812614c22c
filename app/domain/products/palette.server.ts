import { sql } from "drizzle-orm";
import { MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { definePaletteKind, MAX_FOUND } from "~/core/palette/palette-kind.server";
import { skuContains } from "./read-products.server";
import { variantsOfShop } from "./tables.server";

export const skusInPalette = definePaletteKind({
  name: "SKUs",
  for: "showPriceControl",
  find: ({ text }) =>
    text.length >= MIN_TRIGRAM_LENGTH && !/\s/.test(text)
      ? sql`SELECT DISTINCT sku AS key, sku AS title, 'Price history' AS detail
              FROM (SELECT sku FROM ${variantsOfShop} WHERE ${skuContains(sql`sku`, text)} LIMIT 50) AS matches
             ORDER BY sku LIMIT ${MAX_FOUND}`
      : null,
  address: ({ key }) => `/pricecontrol?${new URLSearchParams({ q: key })}`,
});
