import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Compares a column with a list that is passed as one parameter: a statement takes at most 65,535 parameters. */
export const anyOf = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column} = ANY(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;

/**
 * Names in the order that people expect, in any case: "Émile" next to "Emil", not after "Zoe". ICU's root collation suits the languages of
 * most shops, and one index serves all of them. An index has to have the same expression as the query.
 */
export const nameOrder = (name: SQLWrapper): SQL => sql`lower(${name}) COLLATE "und-x-icu"`;
