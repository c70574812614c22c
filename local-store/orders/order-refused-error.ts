import type { UserError } from "../data/rows.ts";

/** Aborts a transaction that may have written rows. Its reason becomes a user error. */
export class OrderRefusedError extends Error {
  readonly userError: UserError;

  constructor(field: string | string[] | null, message: string, code?: string) {
    super(message);
    this.userError = { field: typeof field === "string" ? [field] : field, message, ...(code && { code }) };
  }
}

/** Converts an OrderRefusedError into user errors. Rethrows any other error. */
export function toUserErrors(error: unknown): UserError[] {
  if (error instanceof OrderRefusedError) return [error.userError];
  throw error;
}
