/** PostgreSQL's code of an error, also when Drizzle has wrapped it; undefined for other errors. */
function sqlState(error: unknown): string | undefined {
  const wrapped = error as { code?: unknown; cause?: { code?: unknown } } | null;
  const code = wrapped?.cause?.code ?? wrapped?.code;
  return typeof code === "string" ? code : undefined;
}

/** True when a write was refused because the row, by a unique key, exists already. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505";

/** True when the login may not do what was asked of the database. */
export const isInsufficientPrivilege = (error: unknown): boolean => sqlState(error) === "42501";
