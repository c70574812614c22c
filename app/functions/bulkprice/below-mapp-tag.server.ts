import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { productTagsAdd, productTagsRemove } from "~/connectors/shopify/operations/product-changes";
import { productIn } from "~/connectors/shopify/operations/products";
import type { CallOptions } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import type { ChangeOrigin } from "~/core/mirrors/mirror-part.server";
import { productGid } from "~/domain/products/mirror-row";
import { writeThroughProducts } from "~/domain/products/write-through.server";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { belowMappTags } from "./tables.server";

/** Marks products with a price below the manufacturer's minimum advertised price. */
export const BELOW_MAPP_TAG = "BELOW_MAPP";

/** Another process may change the same product at the same time. Then the state after both is read again. */
const MAX_ROUNDS = 3;

/**
 * Adds the below-MAPP tag to a product while the applied price of any of its variants says so. Otherwise it removes the tag that
 * Backroom has set, and keeps one that was set elsewhere. The applied price of a variant is the latest that was applied and not
 * rolled back. Safe to repeat.
 */
export async function settleBelowMappTag(
  shop: Shop,
  productNumber: number,
  origin: ChangeOrigin,
  call: CallOptions,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { isWanted, hasTag, isOurs } = await readTag(shop.domain, productNumber);
    if (isWanted === hasTag || (hasTag && !isOurs)) {
      // A tag that was removed elsewhere is no longer ours.
      if (isOurs && !hasTag) await recordTag(shop.domain, productNumber, false);
      return;
    }
    // Recorded before the tag is set, and until it is removed, so that no crash makes it one of someone else.
    if (isWanted) await recordTag(shop.domain, productNumber, true);
    const variables = { id: productGid(productNumber), tags: [BELOW_MAPP_TAG] };
    const api = liveAdminApi(shop.domain);
    const payload = isWanted
      ? (await api.run(productTagsAdd, variables, call)).tagsAdd
      : (await api.run(productTagsRemove, variables, call)).tagsRemove;
    refuseUserErrors("change the product's tags", payload);
    const product = productIn(payload?.node);
    if (product) await withShop(shop.domain, (tx) => writeThroughProducts(tx, shop, [product], origin));
  }
}

async function recordTag(shop: string, productId: number, isSet: boolean): Promise<void> {
  await withShop(shop, async (tx) => {
    if (isSet) await tx.insert(belowMappTags).values({ shop, productId }).onConflictDoNothing();
    else
      await tx
        .delete(belowMappTags)
        .where(and(eq(belowMappTags.shop, shop), eq(belowMappTags.productId, productId)));
  });
}

async function readTag(
  shop: string,
  productNumber: number,
): Promise<{ isWanted: boolean; hasTag: boolean; isOurs: boolean }> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ wanted: boolean; has: boolean; ours: boolean }>(
      `SELECT coalesce((SELECT bool_or(below_mapp) FROM (
                SELECT DISTINCT ON (v.variant_id) s.below_mapp
                  FROM scheduled_variants AS v JOIN price_schedules AS s ON s.shop = v.shop AND s.id = v.schedule_id
                 WHERE v.shop = $1 AND v.product_id = $2 AND v.state = 'applied'
                 ORDER BY v.variant_id, s.effective_at DESC, s.id DESC) AS applied), false) AS wanted,
              coalesce((SELECT EXISTS (SELECT FROM unnest(tags) AS tag WHERE upper(tag) = $3)
                          FROM products_of_shop WHERE id = $2), false) AS has,
              EXISTS (SELECT FROM below_mapp_tags WHERE shop = $1 AND product_id = $2) AS ours`,
      [shop, productNumber, BELOW_MAPP_TAG],
    ),
  );
  return {
    isWanted: rows[0]?.wanted ?? false,
    hasTag: rows[0]?.has ?? false,
    isOurs: rows[0]?.ours ?? false,
  };
}
