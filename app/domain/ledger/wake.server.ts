import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";

/** The task that carries open postings to Shopify. */
export const CARRY_TASK = "ledger.carry";

/** Has open postings carried to Shopify once the caller's transaction has committed. */
export const wakeCarrier = (tx: ShopTransaction, shop: string): Promise<void> =>
  requestTask({ name: CARRY_TASK }, shop, { tx });
