import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Names in the order that people expect, in any case: "Émile" next to "Emil", not after "Zoe". ICU's root collation suits the languages of
 * most shops, and one index serves all of them. An index has to have the same expression as the query.
 */
export const nameOrder = (name: SQLWrapper): SQL => sql`lower(${name}) COLLATE "und-x-icu"`;
