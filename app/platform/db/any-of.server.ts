import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Compares a column with a list that is passed as one parameter: a statement takes at most 65,535 parameters. */
export const anyOf = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column} = ANY(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
