import { conflict } from "~/platform/errors";
import { ordersMirror } from "./mirror.server";

/**
 * For work that needs all orders, such as a report.
 * @throws 409 until the first rebuild of the mirror has ended: sums over a part of the orders would be wrong
 */
export async function requireOrders(shop: string): Promise<void> {
  const { rebuiltAt } = await ordersMirror.readFreshness(shop);
  if (!rebuiltAt)
    throw conflict(
      "The orders are still being read from Shopify. Settings shows when they are complete. Then create the report again.",
    );
}
