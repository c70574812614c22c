import { and, eq, ne, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { visibleRows } from "~/platform/auth/visible-rows.server";
import { SAFEGUARDS_LIST } from "./change-safeguard.server";
import { SAFEGUARDS_PATH } from "./safeguards-path";
import { safeguardChanges } from "./tables.server";

/** Requests of others: the second person is never the one who requested it. */
export const waitingSafeguards = defineDeskLine({
  name: "safeguards-waiting",
  for: "signed-in",
  urgency: "today",
  noun: "limit that waits to be loosened",
  nouns: "limits that wait to be loosened",
  action: "Review",
  address: SAFEGUARDS_PATH,
  list: SAFEGUARDS_LIST,
  records: ({ shop, administrator }) => ({
    from: sql`${safeguardChanges}`,
    at: sql`${safeguardChanges.requestedAt}`,
    where: and(
      eq(safeguardChanges.shop, shop.domain),
      eq(safeguardChanges.state, "waiting"),
      ne(safeguardChanges.requestedById, administrator.id),
      visibleRows(administrator, { flag: safeguardChanges.flag, tabs: sql`NULL::text[]` }),
    ),
  }),
});
