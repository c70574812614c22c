import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Administrator } from "./permission";

type Reader = Pick<Administrator, "isOwner" | "flags" | "tabLimits">;

/**
 * The rows that an administrator may see, of a table that stores what each row belongs to in `flag` and `tabs`. A row without tabs is
 * hidden from those who are limited to some tabs of its function. It is `mayUse` as a condition.
 * @returns undefined for the account owner, who sees all
 */
export function visibleRows(
  reader: Reader,
  columns: { flag: SQLWrapper; tabs: SQLWrapper },
): SQL | undefined {
  if (reader.isOwner) return undefined;
  return or(
    sql`${columns.flag} = ANY(${sql.param(wholeFunctions(reader))}::text[])`,
    ...limitsOf(reader).map(
      ([flag, tabs]) =>
        sql`(${columns.flag} = ${flag} AND ${columns.tabs} && ${sql.param([...tabs])}::text[])`,
    ),
  );
}

/**
 * The rows whose permission an administrator has, of a table that stores it as JSON. It is `mayUse` as a condition, but for rows that
 * require the account owner.
 * @returns undefined for the account owner, who sees all
 */
export function permittedRows(reader: Reader, permission: SQLWrapper): SQL | undefined {
  if (reader.isOwner) return undefined;
  const stored = sql`${permission}::jsonb`;
  const held = or(
    sql`coalesce(scope->>'flag', scope #>> '{}') = ANY(${sql.param(["signed-in", ...wholeFunctions(reader)])}::text[])`,
    ...limitsOf(reader).map(
      ([flag, tabs]) => sql`(scope->>'flag' = ${flag} AND scope->'tabs' ?| ${sql.param([...tabs])}::text[])`,
    ),
  );
  return sql`EXISTS (SELECT 1 FROM jsonb_array_elements(
    CASE jsonb_typeof(${stored}) WHEN 'array' THEN ${stored} ELSE jsonb_build_array(${stored}) END) AS scope WHERE ${held})`;
}

/** The functions of which an administrator may see everything. */
const wholeFunctions = ({ flags, tabLimits }: Reader): string[] =>
  flags.filter((flag) => flag.startsWith("show") && !tabLimits[flag]);

const limitsOf = ({ flags, tabLimits }: Reader) =>
  Object.entries(tabLimits).filter(([flag]) => flags.includes(flag));
