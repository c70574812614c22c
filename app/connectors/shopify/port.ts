import { Refusal } from "~/platform/errors";
import type { Operation } from "./operation";

/** No usable answer came from Shopify. */
export class NoAnswer extends Refusal {
  /** A request was sent and may have been carried out; when false, nothing certainly was. */
  readonly mayBeDone: boolean;

  constructor(message: string, mayBeDone: boolean) {
    super(502, "UPSTREAM_FAILED", message);
    this.mayBeDone = mayBeDone;
  }
}

/** Bulk work waits for people: it leaves a share of the allowed rate untouched. */
export type Priority = "person" | "bulk";

export interface CallOptions {
  priority?: Priority;
  /** Ends the waiting. A mutation that has been sent is awaited all the same, because it may have been carried out. */
  signal?: AbortSignal;
  /** Asked right before each request, also before a repetition: when it throws, nothing is sent and nothing repeated. */
  beforeSending?: () => Promise<void>;
}

/** The Admin API of one shop. */
export interface AdminApi {
  /**
   * Sends one operation and answers its data. Waits for the allowed rate, and repeats what may be repeated when
   * Shopify is throttled, failing or silent.
   * @throws `NoAnswer` (a 502 refusal) when Shopify could not be reached or refused the document; `userErrors` are the caller's to
   * read, with `refuseUserErrors`.
   */
  run<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Data>;
  /** Opens a result file of a bulk operation as a stream of bytes. */
  download(url: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}
