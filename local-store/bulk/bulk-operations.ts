import type { AccessTokenRow, ShopRow } from "../data/rows.ts";
import type { BulkOperationRow, BulkRequest } from "./operations.ts";

/** Starts and cancels bulk operations for the Admin API. `BulkRunner` implements it. */
export interface BulkOperations {
  /** @returns null if the app has reached the limit. @throws NOT_IMPLEMENTED for a query that the local store doesn't resolve */
  start(
    caller: { shop: ShopRow; token: AccessTokenRow },
    request: BulkRequest,
  ): Promise<BulkOperationRow | null>;
  /** Requests cancellation. @returns false if the operation isn't running */
  cancel(shop: string, id: number): Promise<boolean>;
}
