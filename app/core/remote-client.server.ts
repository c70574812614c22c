import { createORPCClient, ORPCError, onError } from "@orpc/client";
import type { AnyContractRouter } from "@orpc/contract";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { fromErrorBody } from "~/platform/contract/answer";
import { isPastDeadline, remainingMs, untilDeadline } from "~/platform/deadline.server";
import { upstreamFailed } from "~/platform/errors";
import { log } from "~/platform/log.server";

/** What a backend elsewhere gets to know about the caller. */
export interface Credentials {
  sessionToken: string | null;
  /** Sent along when the request has both. */
  customer: { token: string; id: string } | null;
}

/** What is left of the person's deadline, in milliseconds: the backend answers within it, with its own sentence about what is open. */
export const WITHIN_HEADER = "backroom-answer-within-ms";
/** For the way of the answer. */
const MARGIN_MS = 1_000;

export const NO_CREDENTIALS: Credentials = { sessionToken: null, customer: null };

/**
 * The calls of the contract over HTTP: `/api` is replaced by this URL's path, and the caller's own session token goes along.
 * A call is refused with 502 when the backend can't be reached, doesn't answer in `patienceMs` or before the person's deadline, or
 * sends something that doesn't follow the contract.
 */
export function createRemoteClient(
  contract: AnyContractRouter,
  url: string,
  credentials: Credentials,
  { patienceMs = 30_000 }: { patienceMs?: number } = {},
): object {
  const link = new OpenAPILink(contract, {
    url,
    headers: () => ({ ...headersOf(credentials), ...withinHeader() }),
    fetch: (request, init) =>
      fetch(request, {
        ...init,
        signal: untilDeadline(AbortSignal.any([request.signal, AbortSignal.timeout(patienceMs)])),
      }),
    interceptors: [onError(refuseUnreachable)],
    customErrorResponseBodyDecoder: (body, response) =>
      fromErrorBody(body, response.status) ?? unreadable(response.status),
  });
  return createORPCClient(link);
}

const headersOf = ({ sessionToken, customer }: Credentials): Record<string, string> => ({
  ...(sessionToken && { authorization: `Bearer ${sessionToken}` }),
  ...(customer && { "customer-token": customer.token, "customer-id": customer.id }),
});

function withinHeader(): Record<string, string> {
  const remaining = remainingMs();
  return remaining === undefined ? {} : { [WITHIN_HEADER]: String(Math.max(1, remaining - MARGIN_MS)) };
}

/** A failure between the two isn't this console's fault. What the backend itself refused stays as it is. */
function refuseUnreachable(error: unknown): void {
  if (error instanceof ORPCError) return;
  log.warn({ err: error }, "the backend elsewhere does not answer");
  if (isPastDeadline())
    throw upstreamFailed(
      "The backend didn't answer in time. What you asked for may still be done. Reload the page in a minute to see the result before you try again.",
    );
  throw upstreamFailed("The backend doesn't answer. Please try again in a moment.");
}

function unreadable(status: number): ORPCError<string, unknown> {
  return new ORPCError("BACKEND_ERROR", {
    status: status >= 500 ? 502 : status,
    message: `The backend answered ${status} without a reason.`,
  });
}
