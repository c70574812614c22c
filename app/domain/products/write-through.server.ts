import type { ProductNode } from "~/connectors/shopify/operations/products";
import type { ChangeOrigin } from "~/core/mirrors/mirror-part.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { productsMirror } from "./mirror.server";
import { mirrorRowOf, productNumber } from "./mirror-row";
import { isComplete, partsOf } from "./read-from-shopify.server";

/**
 * Writes products to the mirror as a mutation answered them with `PRODUCT_IN_ANSWER`: after a change of prices, tags or media that
 * Backroom made. The whole product is written, so that a change of another field at the same time isn't lost. One with more
 * variants, media, collections or metafields than the answer has is read again soon.
 * @param origin who made the change, for the modules that record it
 */
export async function writeThroughProducts(
  tx: ShopTransaction,
  { domain, currency }: Shop,
  answered: readonly ProductNode[],
  origin: ChangeOrigin,
): Promise<void> {
  const complete = answered.filter(isComplete);
  const rows = complete.map((product) => mirrorRowOf(product, partsOf(product), currency));
  await productsMirror.write(tx, domain, rows, origin);
  const others = answered
    .filter((product) => !isComplete(product))
    .flatMap(({ id }) => productNumber(id) ?? []);
  if (others.length > 0) await productsMirror.markStale(tx, domain, others);
}
