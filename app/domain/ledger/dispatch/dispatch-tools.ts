import type { AdminApi } from "~/connectors/shopify/port";
import type { Clock } from "~/platform/clock";

/** What the dispatcher needs. */
export interface DispatchTools {
  shop: string;
  adminApi: AdminApi;
  clock: Clock;
  /** Aborted at shutdown: requests in flight are awaited, and no others are started. */
  signal: AbortSignal;
}
