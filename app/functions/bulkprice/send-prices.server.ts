import { liveAdminApi } from "~/connectors/shopify/live.server";
import { variantPricesUpdate } from "~/connectors/shopify/operations/product-changes";
import type { ProductNode } from "~/connectors/shopify/operations/products";
import type { CallOptions } from "~/connectors/shopify/port";
import { productGid, variantGid } from "~/domain/products/mirror-row";
import type { Shop } from "~/platform/auth/shops.server";
import { upstreamFailed } from "~/platform/errors";
import type { Cents } from "~/platform/money/cents";
import { parseDecimal, toDecimalString } from "~/platform/money/decimal";

/** A price that a variant is to have. Amounts are in the shop's currency. */
export interface VariantTarget {
  variantId: number;
  priceCents: Cents;
  /** Null for none. */
  compareAtCents: Cents | null;
}

/** What became of sent prices. */
export interface SentPrices {
  /** The product after the change. Null when Shopify no longer has it. */
  product: ProductNode | null;
  /** By variant: why Shopify didn't set its price. A variant that isn't in it has its price, as Shopify's answer shows. */
  problems: ReadonlyMap<number, string>;
}

/**
 * Sets prices of variants of one product with one mutation, and compares its answer with what was sent.
 * @throws `NoAnswer` when the outcome isn't known
 */
export async function sendPrices(
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
