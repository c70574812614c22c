import { sql } from "drizzle-orm";
import { definePaletteKind, MAX_FOUND } from "~/core/palette/palette-kind.server";
import { registrationCodes } from "./tables.server";

export const registrationCodesInPalette = definePaletteKind({
  name: "Registration codes",
  for: "showRegistrationCodes",
  find: ({ shop, text }) =>
    sql`SELECT code AS key, code AS title, partner_handle AS detail FROM ${registrationCodes}
         WHERE shop = ${shop.domain} AND lower(code) = lower(${text}) LIMIT ${MAX_FOUND}`,
  address: ({ key }) => `/registrationCodes?${new URLSearchParams({ q: key })}`,
});
