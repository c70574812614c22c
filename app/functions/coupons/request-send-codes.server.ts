import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";

/** The task that sends codes to Shopify. Its name is enough to request it. */
export const SEND_CODES = "coupons.send-codes";

/** Has codes that wait be sent once the transaction has committed. */
export const requestSendCodes = (tx: ShopTransaction, shop: string): Promise<void> =>
  requestTask({ name: SEND_CODES }, shop, { tx });
