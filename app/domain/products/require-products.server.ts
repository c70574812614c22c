import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { productsMirror } from "./mirror.server";

/**
 * For work that needs all products with everything that the mirror has of them, such as a report.
 * @throws 409 until the mirror is complete, also after an upgrade that added columns to it
 */
export async function requireProducts(tx: ShopTransaction, shop: string): Promise<void> {
  if (await productsMirror.isComplete(tx, shop)) return;
  throw conflict(
    "The products are still being read from Shopify. Settings shows when they are complete. Then try again.",
  );
}
