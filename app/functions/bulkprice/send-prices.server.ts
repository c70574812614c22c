import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  productTagsAdd,
  productTagsRemove,
  VARIANTS_PER_CALL,
  variantPricesUpdate,
} from "~/connectors/shopify/operations/product-changes";
import { type ProductNode, productIn } from "~/connectors/shopify/operations/products";
import { type CallOptions, refuseUserErrors } from "~/connectors/shopify/port";
import type { ChangeOrigin } from "~/core/mirrors/mirror-part.server";
import { isComplete, productsMirror, writeThroughProducts } from "~/domain/products/mirror.server";
import { productGid, variantGid } from "~/domain/products/mirror-row";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { upstreamFailed } from "~/platform/errors";
import type { Cents } from "~/platform/money/cents";
import { parseDecimal, toDecimalString } from "~/platform/money/decimal";
import { belowMappTags } from "./tables.server";

/** A price that a variant is to have. Amounts are in the shop's currency. */
export interface VariantTarget {
  variantId: number;
  priceCents: Cents;
  /** Null for none. */
  compareAtCents: Cents | null;
}

/** The outcome of sent prices. */
export interface SentPrices {
  /** The product after the change. Null when Shopify no longer has it. */
  product: ProductNode | null;
  /** By variant: why Shopify didn't set its price. A variant that isn't in it has its price, as Shopify's answer shows. */
  problems: ReadonlyMap<number, string>;
}

/**
 * Sets prices of variants of one product, with as few mutations as Shopify allows, and compares their answers with what was sent.
 * @throws `NoAnswer` when the outcome isn't known
 */
export async function sendPrices(
  shop: Shop,
  productNumber: number,
  targets: readonly VariantTarget[],
  call: CallOptions,
): Promise<SentPrices> {
  const problems = new Map<number, string>();
  let product: ProductNode | null = null;
  for (let start = 0; start < targets.length; start += VARIANTS_PER_CALL) {
    const sent = await sendSome(shop, productNumber, targets.slice(start, start + VARIANTS_PER_CALL), call);
    product = sent.product;
    for (const [variantId, problem] of sent.problems) problems.set(variantId, problem);
  }
  return { product, problems };
}

async function sendSome(
  { domain, currency }: Shop,
  productNumber: number,
  targets: readonly VariantTarget[],
  call: CallOptions,
): Promise<SentPrices> {
  const decimal = (amount: Cents | null) => (amount === null ? null : toDecimalString(amount, currency));
  const { productVariantsBulkUpdate: answer } = await liveAdminApi(domain).run(
    variantPricesUpdate,
    {
      productId: productGid(productNumber),
      variants: targets.map(({ variantId, priceCents, compareAtCents }) => ({
        id: variantGid(variantId),
        price: decimal(priceCents),
        compareAtPrice: decimal(compareAtCents),
      })),
    },
    call,
  );
  if (!answer)
    throw upstreamFailed("Shopify's answer doesn't say whether the prices were changed. Retry this row.");
  const errors = answer.userErrors;
  const general = errors.filter(({ field }) => field?.[0] !== "variants").map(({ message }) => message);
  const answered = new Map(answer.productVariants?.map((variant) => [variant.id, variant]));
  const problems = new Map<number, string>();
  for (const [index, target] of targets.entries()) {
    const own = errors
      .filter(({ field }) => field?.[0] === "variants" && field[1] === String(index))
      .map(({ message }) => message);
    const variant = answered.get(variantGid(target.variantId));
    const isConfirmed =
      variant &&
      parseDecimal(variant.price, currency) === target.priceCents &&
      centsOrNull(variant.compareAtPrice, currency) === target.compareAtCents;
    if (own.length > 0 || !isConfirmed)
      problems.set(
        target.variantId,
        [...own, ...general].join(" ") || "Shopify's answer doesn't show the new price. Retry it.",
      );
  }
  return { product: answer.product, problems };
}

const centsOrNull = (text: string | null, currency: string): Cents | null =>
  text === null ? null : parseDecimal(text, currency);

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
    // The mirror doesn't have its tags yet, so the next round would send the same again.
    if (product && !isComplete(product))
      await productsMirror.readIntoMirror(shop.domain, [productNumber], call);
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

/** What Shopify takes for a mutation, whatever it selects. */
const POINTS_PER_MUTATION = 10;

/** The share of products that are read again, and what Shopify takes for that. */
const READ_AGAIN = { share: 0.01, points: 10 };

/**
 * Shopify saves up the points of 20 seconds while a shop is idle, and bulk work leaves a fifth of them to people. These seconds
 * are gained after a pause of the same length.
 */
const SAVED_UP_SECONDS = 16;

/** A batch of prices with one effective date. */
export interface DueBatch {
  /** In milliseconds. */
  at: number;
  products: number;
  /** How many of them get the below-MAPP tag, which is a mutation of its own. */
  tagged: number;
}

/**
 * When the last of these batches will have been applied, in milliseconds. A batch that is due while an earlier one is being applied
 * waits for it.
 * @param restoreRate the points that Shopify restores per second
 */
export function estimateEnd(batches: readonly DueBatch[], restoreRate: number): number {
  let end = Number.NEGATIVE_INFINITY;
  for (const { at, products, tagged } of batches.toSorted((one, other) => one.at - other.at)) {
    const points =
      (products + tagged) * POINTS_PER_MUTATION + products * READ_AGAIN.share * READ_AGAIN.points;
    const start = Math.max(end, at);
    const savedUp = Math.min(SAVED_UP_SECONDS, (start - end) / 1_000);
    end = start + Math.max(0, points / restoreRate - savedUp) * 1_000;
  }
  return end;
}
