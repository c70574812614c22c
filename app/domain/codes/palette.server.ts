import { sql } from "drizzle-orm";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import { registrationCodes } from "./tables.server";

export const registrationCodesInPalette = definePalette({
  name: "Registration codes",
  for: "showRegistrationCodes",
  find: ({ shop, text }) =>
    sql`SELECT code AS key, code AS title, partner_handle AS detail FROM ${registrationCodes}
         WHERE shop = ${shop.domain} AND lower(code) = lower(${text}) LIMIT ${MAX_FOUND}`,
  address: ({ key }) => `/registrationCodes?${new URLSearchParams({ q: key })}`,
});
