import { ORPCError } from "@orpc/client";
import { Refusal, type RefusalStatus, refusalFor } from "~/platform/errors";

/** The message for people. It has no field name as callers write it: the errors are shown at their fields, too. */
export function screenMessage({
  message,
  fieldErrors = {},
}: Pick<Refusal, "message" | "fieldErrors">): string {
  const errors = Object.entries(fieldErrors);
  const named = errors.map(([field, problem]) => `${field}: ${problem}`);
  if (errors.length === 0 || message !== named.join("; ")) return message;
  return [...new Set(errors.map(([field, problem]) => sentenceOf(field, problem)))].join(" ");
}

/** A problem as a sentence. One that isn't a sentence begins with its field's name in words. */
function sentenceOf(field: string, problem: string): string {
  if (/^[A-Z].*[.!?]$/s.test(problem)) return problem;
  const sentence = `${nameInWords(field)}${/^[A-Z]/.test(problem) ? ":" : ""} ${problem}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** `list.0.startsAt` as "Starts at". */
function nameInWords(field: string): string {
  const name = field.split(".").findLast((part) => !/^\d+$/.test(part)) ?? field;
  const words = name
    .replaceAll("_", " ")
    .replace(/([a-z\d])([A-Z])/g, (_both, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The body of every error answer: `msg` and `errMsg` are both the message for the person, because the specified endpoints use either name. */
interface ErrorBody {
  status: false;
  msg: string;
  errMsg: string;
  code: string;
  fieldErrors?: Record<string, string>;
  reference?: string;
}

/** Writes an error as the contract's error body. */
export function toErrorBody(error: ORPCError<string, unknown>): ErrorBody {
  const { fieldErrors, reference } = (error.data ?? {}) as Pick<ErrorBody, "fieldErrors" | "reference">;
  return {
    status: false,
    msg: error.message,
    errMsg: error.message,
    code: error.code,
    ...(fieldErrors && { fieldErrors }),
    ...(reference && { reference }),
  };
}

/** Reads an error body that a backend elsewhere answered; null when the body is not one of ours. */
export function fromErrorBody(body: unknown, status: number): ORPCError<string, unknown> | null {
  const { msg, errMsg, code, fieldErrors, reference } = (body ?? {}) as Partial<ErrorBody>;
  const message = msg ?? errMsg;
  if (typeof message !== "string") return null;
  return new ORPCError(code ?? "BACKEND_ERROR", { status, message, data: { fieldErrors, reference } });
}

const REFUSALS: readonly number[] = [400, 401, 403, 404, 409, 413, 429, 502, 503] satisfies RefusalStatus[];

/** The refusal inside an error that a call threw, wherever the call ran; null when it is a fault. */
export function refusalIn(error: unknown): Refusal | null {
  const refusal = refusalFor(error);
  if (refusal) return refusal;
  if (!(error instanceof ORPCError) || !REFUSALS.includes(error.status)) return null;
  const { fieldErrors } = (error.data ?? {}) as Pick<ErrorBody, "fieldErrors">;
  return new Refusal(error.status as RefusalStatus, error.code, error.message, fieldErrors);
}

/** The sentence of an error that a call has explained or logged. @throws any other error */
export function sentenceIn(error: unknown): string {
  const isLogged = (error as { data?: { reference?: string } } | null)?.data?.reference !== undefined;
  const refusal = refusalIn(error);
  if (refusal) return screenMessage(refusal);
  if (isLogged) return (error as Error).message;
  throw error;
}

/**
 * What a call answers, or why it was refused. For data that a dialog fetches: a refusal that is thrown would replace the page behind it.
 * @throws any other error
 */
export async function orProblem<Answer>(call: Promise<Answer>): Promise<Answer | { problem: string }> {
  try {
    return await call;
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    return { problem: screenMessage(refusal) };
  }
}
