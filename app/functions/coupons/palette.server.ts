import { sql } from "drizzle-orm";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import { couponCodesOfShop, couponPools } from "./tables.server";

/** Those of the list that a coupon opens: Shopify has its code, or it is deactivated. */
export const couponsInPalette = definePalette({
  name: "Coupons",
  for: "showCoupons",
  find: ({ text }) =>
    sql`SELECT code AS key, code AS title, order_name AS detail FROM ${couponCodesOfShop}
         WHERE lower(code) = lower(${text}) AND (state IN ('free', 'assigned') OR deactivated_at IS NOT NULL)
           AND NOT EXISTS (SELECT FROM ${couponPools} AS p WHERE p.shop = current_setting('app.shop') AND p.id = pool_id
                            AND p.archived_at IS NOT NULL)
         LIMIT ${MAX_FOUND}`,
  address: ({ key }) => `/coupons?${new URLSearchParams({ q: key })}`,
});
