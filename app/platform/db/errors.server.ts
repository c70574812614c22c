import pg from "pg";

/** PostgreSQL's error code, also when Drizzle wrapped the error. Undefined for other errors. */
function sqlState(error: unknown): string | undefined {
  const wrapped = error as { code?: unknown; cause?: { code?: unknown } } | null;
  const code = wrapped?.cause?.code ?? wrapped?.code;
  return typeof code === "string" ? code : undefined;
}

/** True when a write violated a unique key. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505";

/** True when PostgreSQL could not read a value as a number, because it isn't a number or is too large for its column. */
export function isUnreadableNumber(error: unknown): boolean {
  const { code, routine } = ((error as { cause?: unknown }).cause ?? error) as Partial<pg.DatabaseError>;
  return ["22003", "22P02"].includes(code ?? "") && /^pg_strto|^int\din|^numeric_in/.test(routine ?? "");
}

/** True when the login lacks a privilege. */
export const isInsufficientPrivilege = (error: unknown): boolean => sqlState(error) === "42501";

/** True when a lock wasn't granted within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === "55P03";

/** Connection exceptions, too many connections, and a server that is starting, stopping or has crashed. */
const UNAVAILABLE = /^(08...|53300|57P0[1-5])$/;

/**
 * True when a statement failed because of its connection, not because of the statement: the driver's own errors and those of the
 * socket have no code of PostgreSQL's.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? "");
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
}
