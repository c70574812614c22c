import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  SKUS_PER_CALL,
  skuQuery,
  variantsBySkuSearch,
} from "~/connectors/shopify/operations/product-changes";
import type { CallOptions } from "~/connectors/shopify/port";
import { productsMirror } from "~/domain/products/mirror.server";
import { productNumber } from "~/domain/products/mirror-row";
import { variantsBySku } from "~/domain/products/read-variants.server";
import { requireShop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { parseDecimal } from "~/platform/money/decimal";

/**
 * Searches the store for these SKUs. Products whose variants differ from the mirror are read into it.
 * @returns true, for the engine of imports
 * @throws 502 when the store doesn't respond
 */
export async function lookUpSkus(shop: string, skus: readonly string[], call: CallOptions): Promise<true> {
  const api = liveAdminApi(shop);
  const { currency } = await requireShop(shop);
  for (let start = 0; start < skus.length; start += SKUS_PER_CALL) {
    const some = skus.slice(start, start + SKUS_PER_CALL);
    const mirrored = await withShop(shop, (tx) => variantsBySku(tx, some));
    const differing = new Set<number>();
    const found = new Set<string>();
    let after: string | null = null;
    do {
      const { productVariants }: Awaited<ReturnType<typeof search>> = await search(some, after);
      for (const { id, sku, price, compareAtPrice, product } of productVariants.nodes) {
        if (!sku || !some.includes(sku)) continue;
        found.add(id);
        const own = mirrored.get(sku)?.find((variant) => variant.id === id);
        const isSame =
          own?.price === parseDecimal(price, currency) &&
          own.compareAtPrice === (compareAtPrice === null ? null : parseDecimal(compareAtPrice, currency));
        const number = productNumber(product.id);
        if (!isSame && number !== null) differing.add(number);
      }
      after = productVariants.pageInfo.hasNextPage ? productVariants.pageInfo.endCursor : null;
    } while (after);
    for (const variant of [...mirrored.values()].flat())
      if (!found.has(variant.id)) differing.add(variant.product.number);
    if (differing.size > 0) await productsMirror.readIntoMirror(shop, [...differing], call);
  }
  return true;

  function search(some: readonly string[], after: string | null) {
    return api.run(variantsBySkuSearch, { query: skuQuery(some), after }, call);
  }
}
