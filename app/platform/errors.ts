/** The HTTP status codes of refusals. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 502 | 503;

/**
 * An expected refusal with a message for the person. It isn't logged as an error. Any other error is a fault: it is logged with a
 * reference, and the response is 500 with that reference.
 */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly fieldErrors?: Record<string, string>;

  constructor(status: RefusalStatus, code: string, message: string, fieldErrors?: Record<string, string>) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.fieldErrors = fieldErrors;
  }
}

/** 400: the input isn't valid. The message says what is wrong and how to correct it. */
export const badRequest = (message: string, fieldErrors?: Record<string, string>) =>
  new Refusal(400, "BAD_REQUEST", message, fieldErrors);
/** 401: the session token is missing or not valid. */
export const unauthorized = () => new Refusal(401, "UNAUTHORIZED", "You are unauthorized.");
/** 403: signed in without the required flag. */
export const forbidden = (
  message = "You don't have access to this function. The account owner can grant it on the Access page.",
) => new Refusal(403, "FORBIDDEN", message);
/** 404: it doesn't exist in this shop. */
export const notFound = (message: string) => new Refusal(404, "NOT_FOUND", message);
/** 409: it was changed in between. */
export const conflict = (message: string) => new Refusal(409, "CONFLICT", message);
/**
 * 409: a form was opened with an earlier version of what it changes.
 * @param changed what happened since: "Olivia Owner changed this event"
 */
export const outdatedForm = (changed: string, them: "it" | "them" = "it") =>
  conflict(
    `${changed} while you were editing ${them}. Your changes weren't saved. Review the current values, and try again.`,
  );
/** 502: another system refused or failed. */
export const upstreamFailed = (message: string) => new Refusal(502, "UPSTREAM_FAILED", message);

/**
 * The database can't be reached, or a connection was lost. A change that was in progress may have been made or not. It is no
 * refusal, so that no service takes it for a decision, and is answered with 503.
 */
export class DatabaseUnavailable extends Error {
  /** @param sentence for the person, where more is known than that the database can't be reached */
  constructor(
    cause: unknown,
    readonly sentence = "The database can't be reached at the moment. Please try again in a few seconds.",
  ) {
    super(sentence, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** Looks through an error that a library has wrapped. */
function databaseUnavailableIn(error: unknown): DatabaseUnavailable | undefined {
  const candidates = [error, (error as Error | null)?.cause];
  return candidates.find((candidate) => candidate instanceof DatabaseUnavailable);
}

/** True also for an error that a library has wrapped. */
export const isDatabaseUnavailable = (error: unknown): boolean => databaseUnavailableIn(error) !== undefined;

/** The refusal that an error is answered with. Null for a fault. */
export function refusalFor(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const unavailable = databaseUnavailableIn(error);
  return unavailable ? new Refusal(503, "DATABASE_UNAVAILABLE", unavailable.sentence) : null;
}
