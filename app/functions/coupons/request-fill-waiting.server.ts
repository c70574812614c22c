import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";

/** The task that assigns free coupons to orders that wait for one. Its name is enough to request it. */
export const FILL_WAITING = "coupons.fill-waiting";

/** Has free coupons assigned to waiting orders once the transaction has committed. */
export const requestFillWaiting = (tx: ShopTransaction, shop: string): Promise<void> =>
  requestTask({ name: FILL_WAITING }, shop, { tx });
