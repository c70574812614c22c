import { sql } from "drizzle-orm";
import { definePalette } from "~/core/palette/define-palette.server";
import { promoTabs } from "./access";
import { submissions } from "./tables.server";

/** The largest number that fits a submission's id. */
const MAX_DIGITS = 15;

/** By its number. Only for those who may open the list of all submissions, where it is shown. */
export const submissionsInPalette = definePalette({
  name: "Submissions",
  for: promoTabs("AllSubmissions"),
  find: ({ shop, text }) => {
    const number = text.replace(/^#/, "");
    if (!/^\d+$/.test(number) || number.length > MAX_DIGITS) return null;
    return sql`SELECT id AS key, id || ' - ' || first_name || ' ' || last_name AS title, status AS detail
                 FROM ${submissions} WHERE shop = ${shop.domain} AND id = ${Number(number)}`;
  },
  address: ({ key }) => `/promo?tab=AllSubmissions&open=${key}`,
});
