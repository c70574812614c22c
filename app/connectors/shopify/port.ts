import { Refusal } from "~/platform/errors";
import type { Operation, UserError } from "./operation";

/** Shopify gave no usable answer. */
export class NoAnswer extends Refusal {
  /** A request was sent and may have been executed. When false, nothing was. */
  readonly mayBeDone: boolean;

  constructor(message: string, mayBeDone: boolean) {
    super(502, "UPSTREAM_FAILED", message);
    this.mayBeDone = mayBeDone;
  }
}

/** The app has no access token for the shop, or Shopify refuses to renew the stored one. The app was removed, or never installed. */
export class NotConnected extends Refusal {
  constructor() {
    super(502, "UPSTREAM_FAILED", "The app isn't connected to this shop. Open it once in the Shopify admin.");
  }
}

/** True for an error that proves that a change wasn't made: Shopify's refusal, or a request that was never executed. */
export const provesNoChange = (error: unknown): boolean =>
  error instanceof NoAnswer ? !error.mayBeDone : error instanceof Refusal;

/** Bulk work leaves a share of the rate limit to people. */
export type Priority = "person" | "bulk";

export interface CallOptions {
  priority?: Priority;
  /** Cancels the wait. A mutation in flight is still awaited, because it may have been executed. */
  signal?: AbortSignal;
  /** Runs right before each request and each retry. When it throws, nothing is sent. */
  beforeSending?: () => Promise<void>;
}

/** The Admin API of one shop. */
export interface AdminApi {
  /**
   * Sends one operation and returns its data. Respects the rate limit, and retries a repeatable operation when Shopify throttles,
   * fails or doesn't answer.
   * @throws `NoAnswer` (a 502 refusal) when Shopify could not be reached or refused the document. The caller reads `userErrors`, with
   * `refuseUserErrors`. `DatabaseUnavailable` when the access token could not be read or `beforeSending` lost the database.
   */
  run<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Data>;
  /** Opens the result file of a bulk operation. */
  download(url: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/**
 * A mutation with `userErrors` has failed although its HTTP status is 200.
 * @throws a 502 refusal with Shopify's messages, also for a missing payload
 */
export function refuseUserErrors(
  what: string,
  ...answers: ({ userErrors: UserError[] } | null | undefined)[]
): void {
  const errors = answers.flatMap((answer) => answer?.userErrors ?? [{ message: "no answer" }]);
  if (errors.length === 0) return;
  const words = [...new Set(errors.map((error) => error.message))].join(" ");
  throw new Refusal(502, "SHOPIFY_REFUSED", `Shopify didn't ${what}: ${words}`);
}
