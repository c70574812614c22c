import { sql } from "drizzle-orm";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { definePaletteKind, MAX_FOUND, type PaletteSearch } from "~/core/palette/palette-kind.server";
import { creditAccountsOfShop as accounts } from "./tables.server";

/** Words before a name that someone types for the action. */
const VERBS = /^(issue|give|add)\s+(credit\s+)?(to\s+)?/i;

function findAccounts({ text }: PaletteSearch) {
  const name = text.replace(VERBS, "").trim();
  if (name.length < MIN_TRIGRAM_LENGTH) return null;
  return sql`SELECT customer_id AS key, coalesce(nullif(name, ''), email) AS name, email
    FROM ${accounts} WHERE ${containsIndexed(sql`${accounts.searchText}`, name, [" ", "@"])} AND customer_id > 0
    LIMIT ${MAX_FOUND}`;
}

export const statementsInPalette = definePaletteKind({
  name: "Store credit",
  for: "showCredits",
  find(search) {
    const found = findAccounts(search);
    return found && sql`SELECT key, name AS title, email AS detail FROM (${found}) AS accounts`;
  },
  address: ({ key }) => `/credits/statement/${key}`,
});

/** Opens the list with this customer alone, and the form for it. */
export const issueCreditInPalette = definePaletteKind({
  name: "Actions",
  for: "showCredits",
  find(search) {
    const found = findAccounts(search);
    return (
      found &&
      sql`SELECT email AS key, 'Issue credit to ' || name AS title, email AS detail FROM (${found}) AS accounts WHERE email IS NOT NULL`
    );
  },
  address: ({ key }) => `/credits?${new URLSearchParams({ tab: "manageCredits", q: key, open: "issue" })}`,
});
