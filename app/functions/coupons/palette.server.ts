import { sql } from "drizzle-orm";
import { definePaletteKind, MAX_FOUND } from "~/core/palette/palette-kind.server";
import { couponCodesOfShop } from "./tables.server";

export const couponsInPalette = definePaletteKind({
  name: "Coupons",
  for: "showCoupons",
  find: ({ text }) =>
    sql`SELECT code AS key, code AS title, order_name AS detail FROM ${couponCodesOfShop}
         WHERE lower(code) = lower(${text}) LIMIT ${MAX_FOUND}`,
  address: ({ key }) => `/coupons?${new URLSearchParams({ q: key })}`,
});
