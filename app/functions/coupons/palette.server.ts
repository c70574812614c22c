import { sql } from "drizzle-orm";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import { couponCodesOfShop } from "./tables.server";

export const couponsInPalette = definePalette({
  name: "Coupons",
  for: "showCoupons",
  find: ({ text }) =>
    sql`SELECT code AS key, code AS title, order_name AS detail FROM ${couponCodesOfShop}
         WHERE lower(code) = lower(${text}) LIMIT ${MAX_FOUND}`,
  address: ({ key }) => `/coupons?${new URLSearchParams({ q: key })}`,
});
