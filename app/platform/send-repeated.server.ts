import { STATUS_CODES } from "node:http";
import pRetry from "p-retry";
import { parseStorableJson } from "./contract/storable-text";
import { isPastDeadline, pause, pauseMs, untilDeadline } from "./deadline.server";
import { Refusal } from "./errors";
import { log } from "./log.server";
import { type OutboundAnswer, type OutboundRequest, sendOutbound } from "./outbound.server";

const REPEATS = 4;
/** A longer `Retry-After` isn't waited for: a page may wait for the answer. */
const MAX_RETRY_AFTER_MS = 10_000;

/** Another system is overloaded or has failed. The request can be repeated. */
export class FailedAnswer extends Error {
  /** For the log. */
  readonly code: string;
  readonly retryAfterMs: number | null;

  /** @param system its name, for people */
  constructor(system: string, { status, retryAfterMs }: Pick<OutboundAnswer, "status" | "retryAfterMs">) {
    const meaning = STATUS_CODES[status];
    super(`${system} answered ${status}${meaning ? ` (${meaning})` : ""}.`);
    this.code = `HTTP ${status}`;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether a repeated request may get another answer. */
export const isFailedStatus = (status: number): boolean => [408, 425, 429].includes(status) || status >= 500;

/**
 * Sends a request that is safe to repeat, and repeats it while the other system fails or doesn't answer.
 * @param system its name, for people
 * @throws a 502 refusal when no attempt gets an answer, and another one with the last answer when it is a failure
 */
export async function sendRepeated(
  system: string,
  address: string,
  request: OutboundRequest,
): Promise<OutboundAnswer> {
  const { signal } = request;
  try {
    return await pRetry(
      async () => {
        const answer = await sendOutbound(address, request);
        if (isFailedStatus(answer.status)) throw new FailedAnswer(system, answer);
        return answer;
      },
      {
        retries: REPEATS,
        minTimeout: pauseMs(300),
        maxTimeout: pauseMs(5_000),
        randomize: true,
        signal: untilDeadline(signal),
        shouldRetry: ({ error }) => !(error instanceof Refusal) && !signal?.aborted,
        onFailedAttempt: async ({ error, retriesLeft }) => {
          const retryAfterMs = (error instanceof FailedAnswer && error.retryAfterMs) || 0;
          if (retriesLeft > 0 && retryAfterMs <= MAX_RETRY_AFTER_MS) await pause(retryAfterMs, { signal });
        },
      },
    );
  } catch (error) {
    if (error instanceof Refusal || signal?.aborted) throw error;
    log.warn({ code: codeOf(error) }, `${system} failed or did not answer`);
    if (error instanceof FailedAnswer) {
      const attempts = `Backroom tried ${REPEATS + 1} times. Try again in a few minutes.`;
      throw new Refusal(502, "FAILED_ANSWER", `${error.message} ${attempts}`);
    }
    throw new Refusal(
      502,
      "NO_ANSWER",
      `${system} didn't answer${isPastDeadline() ? " in time" : ""}. Try again in a few minutes.`,
    );
  }
}

/** What a log says of an error: "ECONNREFUSED". The error's own text can have the other system's address. */
export function codeOf(error: unknown): string {
  const { code, name = "unknown" } = error as { code?: unknown; name?: string };
  return typeof code === "string" ? code : name;
}

/** A body as JSON. Undefined when it isn't JSON. */
export function jsonIn(body: string): unknown {
  try {
    return parseStorableJson(body);
  } catch {
    return undefined;
  }
}
