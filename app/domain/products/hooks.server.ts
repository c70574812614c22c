import { defineHook } from "~/core/hook.server";
import type { ChangeOrigin } from "~/core/mirrors/mirror-part.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";

/** What a variant costs, in the shop's currency. */
export interface VariantPrice {
  sku: string | null;
  price: Cents;
  compareAtPrice: Cents | null;
}

/** A variant whose price, compare-at price or SKU changed. */
export interface VariantChange {
  variantNumber: number;
  productNumber: number;
  /** Null when the mirror didn't have the variant. */
  before: VariantPrice | null;
  /** Null when the variant was deleted. */
  after: VariantPrice | null;
  /** Shopify's time of the variant's last change, ISO 8601. Of a deleted variant: of the last change before that. */
  changedAt: string;
}

/**
 * What other modules do about changed variants. A handler runs in the transaction that wrote them to the mirror, and gets each
 * change once, whatever reported it: a webhook, a rebuild, or Backroom's own write.
 * @param origin who made the change through Backroom. Null when the store reported it
 */
export const variantChanges =
  defineHook<
    (
      tx: ShopTransaction,
      shop: string,
      changes: readonly VariantChange[],
      origin: ChangeOrigin | null,
    ) => Promise<void>
  >("products.variant-changes");

/**
 * What other modules do about products that are new, changed or deleted, or whose variants are. A handler runs in the transaction that
 * wrote them to the mirror, whatever reported them, and reads what it needs there. On the initial load, it gets every product.
 * @param numbers of the products
 */
export const productChanges =
  defineHook<(tx: ShopTransaction, shop: string, numbers: readonly number[]) => Promise<void>>(
    "products.product-changes",
  );

/** Passes changed products on to the modules. */
export async function reportChangedProducts(
  tx: ShopTransaction,
  shop: string,
  numbers: readonly number[],
): Promise<void> {
  for (const handle of productChanges.all()) await handle(tx, shop, numbers);
}
