/** The refusals that a call can answer with, as HTTP status codes (DESIGN: one contract, three uses). */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 502 | 503;

/**
 * An expected refusal: it has a sentence for the person and is no fault of the program, so it is not logged as one.
 * Anything else that is thrown is a fault: answered with 500 and a reference, and logged with that reference.
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

/** 400: the input is wrong; says what and what to do. */
export const badRequest = (message: string, fieldErrors?: Record<string, string>) =>
  new Refusal(400, "BAD_REQUEST", message, fieldErrors);
/** 401: nobody is signed in, or the session token is not valid. */
export const unauthorized = () => new Refusal(401, "UNAUTHORIZED", "You are unauthorized.");
/** 403: signed in, but the flag is missing. */
export const forbidden = (
  message = "You do not have access to this function. The account owner can grant it on the Access page.",
) => new Refusal(403, "FORBIDDEN", message);
/** 404: not there, or not this shop's. */
export const notFound = (message: string) => new Refusal(404, "NOT_FOUND", message);
/** 409: somebody or something else changed it first. */
export const conflict = (message: string) => new Refusal(409, "CONFLICT", message);
/** 502: a system that we depend on refused or failed. */
export const upstreamFailed = (message: string) => new Refusal(502, "UPSTREAM_FAILED", message);
