import { isDatabaseUnavailable } from "~/platform/errors";
import { liveAdminApi } from "./live.server";
import { shopContext } from "./operations/shop";
import { NoAnswer, NotConnected } from "./port";

/**
 * Whether Shopify is down for a shop, after an error about one of many records. Work on them ends then. Otherwise it would wait half a
 * minute for each, in a slot that other work needs. Shopify can also fail about a single record, so this asks something simple.
 */
export async function isShopifyDown(shop: string, error: unknown): Promise<boolean> {
  if (error instanceof NotConnected) return true;
  if (!(error instanceof NoAnswer)) return false;
  try {
    await liveAdminApi(shop).run(shopContext, {});
    return false;
  } catch (cause) {
    if (isDatabaseUnavailable(cause)) throw cause;
    return true;
  }
}
