/** PostgreSQL's error code, also when Drizzle wrapped the error. Undefined for other errors. */
function sqlState(error: unknown): string | undefined {
  const wrapped = error as { code?: unknown; cause?: { code?: unknown } } | null;
  const code = wrapped?.cause?.code ?? wrapped?.code;
  return typeof code === "string" ? code : undefined;
}

/** True when a write violated a unique key. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505";

/** True when the login lacks a privilege. */
export const isInsufficientPrivilege = (error: unknown): boolean => sqlState(error) === "42501";
