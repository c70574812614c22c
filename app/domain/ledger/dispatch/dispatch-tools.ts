import type { AdminApi } from "~/connectors/shopify/port";
import type { Clock } from "~/platform/clock";
import type { SharedSlot } from "~/platform/jobs/start-later.server";

/** What the dispatcher needs. */
export interface DispatchTools {
  shop: string;
  adminApi: AdminApi;
  clock: Clock;
  /** Aborted at shutdown: requests in flight are awaited, and no others are started. */
  signal: AbortSignal;
  /** In a slot of the queue, it doesn't wait for postings that are due later, and makes room for others. */
  slot?: SharedSlot;
}
