import pRetry from "p-retry";
import { Refusal } from "./errors";
import { log } from "./log.server";
import { type OutboundAnswer, type OutboundRequest, sendOutbound } from "./outbound.server";
import { pauseMs } from "./pauses.server";

const REPEATS = 4;

/**
 * Sends a request that is safe to repeat, and repeats it while the other system fails or doesn't answer.
 * @param system its name, for people
 * @throws a 502 refusal when it doesn't answer any attempt
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
        if ([408, 425, 429].includes(answer.status) || answer.status >= 500)
          throw new Error(`${system} answered ${answer.status}.`);
        return answer;
      },
      {
        retries: REPEATS,
        minTimeout: pauseMs(300),
        maxTimeout: pauseMs(5_000),
        randomize: true,
        signal,
        shouldRetry: ({ error }) => !(error instanceof Refusal) && !signal?.aborted,
      },
    );
  } catch (error) {
    if (error instanceof Refusal || signal?.aborted) throw error;
    log.warn({ err: error }, `${system} did not answer`);
    throw new Refusal(502, "NO_ANSWER", `${system} did not answer. Try again in a few minutes.`);
  }
}

/** A body as JSON. Undefined when it isn't JSON. */
export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
