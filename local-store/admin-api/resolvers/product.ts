import type { CollectionRow, ProductMediaRow } from "../../catalog/rows.ts";
import { toDateTime } from "../../data/instants.ts";
import { toDecimalText } from "../../data/minor-units.ts";
import type { ProductRow, VariantRow } from "../../data/rows.ts";
import type { RequestContext } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid } from "../gid.ts";
import { collectionSource, type ProductSource, productSource, variantSource } from "./catalog-sources.ts";
import { mediaSource, readyImage } from "./media.ts";
import { metafieldField, metafieldsList } from "./metafield.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** The supported fields of a product. */
export const productResolvers: TypeResolvers = {
  id: (product: ProductRow) => gid("Product", product.id),
  legacyResourceId: (product: ProductRow) => String(product.id),
  descriptionHtml: (product: ProductRow) => product.body_html,
  bodyHtml: (product: ProductRow) => product.body_html,
  description: (product: ProductRow, args: { truncateAt?: number | null }) => {
    const text = product.body_html
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    const limit = args.truncateAt ?? text.length;
    return text.length <= limit ? text : `${text.slice(0, Math.max(limit - 3, 0))}...`;
  },
  productType: (product: ProductRow) => product.product_type,
  isGiftCard: (product: ProductRow) => product.gift_card,
  createdAt: (product: ProductRow) => toDateTime(product.created_at),
  updatedAt: (product: ProductRow) => toDateTime(product.updated_at),
  publishedAt: (product: ProductRow) => product.published_at && toDateTime(product.published_at),
  onlineStoreUrl: (product: ProductRow) =>
    product.published_at && product.status === "ACTIVE"
      ? `https://${product.shop}/products/${product.handle}`
      : null,
  seo: (product: ProductRow) => ({ title: product.seo_title, description: product.seo_description }),
  options: (product: ProductRow, args: { first?: number | null }) =>
    product.options.slice(0, args.first ?? undefined).map((option, index) => ({
      name: option.name,
      position: index + 1,
      values: option.values,
    })),
  featuredMedia: (product: ProductSource, _args, context) =>
    withMedia(product, context, ([first]) => (first ? mediaSource(first) : null)),
  featuredImage: (product: ProductSource, _args, context) =>
    withMedia(product, context, ([first]) => (first?.type === "IMAGE" ? readyImage(first, context) : null)),
  mediaCount: (product: ProductSource, _args, context) =>
    withMedia(product, context, (media) => ({ count: media.length, precision: "EXACT" })),
  hasOnlyDefaultVariant: (product: ProductRow) =>
    product.options.length <= 1 && (product.options[0]?.values.join() ?? "Default Title") === "Default Title",
  totalInventory: (product: ProductSource, _args, context) =>
    withVariants(product, context, (variants) =>
      variants.reduce((sum, variant) => sum + variant.inventory_quantity, 0),
    ),
  variantsCount: (product: ProductSource, _args, context) =>
    withVariants(product, context, (variants) => ({ count: variants.length, precision: "EXACT" })),
  metafield: metafieldField("PRODUCT"),
};

/** The connections of a product that are read completely. */
export const productLists: Readonly<Record<string, ListResolver>> = {
  variants: (product: ProductSource, _args, context) =>
    withVariants(product, context, (variants) => variants.map(variantSource)),
  media: (product: ProductSource, args: { query?: string | null; sortKey?: string | null }, context) => {
    if (args.query) throw notImplemented("the search of product media");
    if (args.sortKey && args.sortKey !== "POSITION")
      throw notImplemented(`the sort key ${args.sortKey} of product media`);
    return withMedia(product, context, (media) => media.map(mediaSource));
  },
  collections: (product: ProductSource, args: { query?: string | null }, context) => {
    if (args.query) throw notImplemented("the search of a product's collections");
    const convert = (collections: CollectionRow[]) => collections.map(collectionSource);
    if (product.collections) return convert(product.collections);
    return context.collections.load(product.id).then((collections) => convert(collections ?? []));
  },
  metafields: metafieldsList("PRODUCT"),
};

/** Synchronous if the variants were read with the product, as in bulk operations. */
function withVariants<T>(
  product: ProductSource,
  context: RequestContext,
  then: (variants: VariantRow[]) => T,
): T | Promise<T> {
  if (product.variants) return then(product.variants);
  return context.variants.load(product.id).then((variants) => then(variants ?? []));
}

/** Synchronous if the media were read with the product, as in bulk operations. */
function withMedia<T>(
  product: ProductSource,
  context: RequestContext,
  then: (media: ProductMediaRow[]) => T,
): T | Promise<T> {
  if (product.media) return then(product.media);
  return context.media.load(product.id).then((media) => then(media ?? []));
}

/** The supported fields of a variant. */
export const variantResolvers: TypeResolvers = {
  id: (variant: VariantRow) => gid("ProductVariant", variant.id),
  legacyResourceId: (variant: VariantRow) => String(variant.id),
  title: (variant: VariantRow) => variant.option_values.join(" / ") || "Default Title",
  price: (variant: VariantRow, _args, context) => toDecimalText(variant.price_cents, context.shop.currency),
  compareAtPrice: (variant: VariantRow, _args, context) =>
    variant.compare_at_price_cents === null
      ? null
      : toDecimalText(variant.compare_at_price_cents, context.shop.currency),
  inventoryQuantity: (variant: VariantRow) => variant.inventory_quantity,
  inventoryPolicy: (variant: VariantRow) => variant.inventory_policy,
  availableForSale: (variant: VariantRow) =>
    !variant.inventory_tracker || variant.inventory_quantity > 0 || variant.inventory_policy === "CONTINUE",
  taxCode: (variant: VariantRow) => variant.tax_code,
  createdAt: (variant: VariantRow) => toDateTime(variant.created_at),
  updatedAt: (variant: VariantRow) => toDateTime(variant.updated_at),
  product: async (variant: VariantRow, _args, context) => {
    const product = await context.products.load(variant.product_id);
    return product && productSource(product);
  },
  displayName: async (variant: VariantRow, _args, context) => {
    const product = await context.products.load(variant.product_id);
    return `${product?.title ?? ""} - ${variant.option_values.join(" / ") || "Default Title"}`;
  },
  selectedOptions: async (variant: VariantRow, _args, context) => {
    const product = await context.products.load(variant.product_id);
    const values = variant.option_values.length > 0 ? variant.option_values : ["Default Title"];
    return values.map((value, index) => ({
      name: product?.options[index]?.name ?? "Title",
      value,
    }));
  },
  inventoryItem: (variant: VariantRow, _args, context) => inventoryItem(variant, context.shop.currency),
  metafield: metafieldField("PRODUCTVARIANT"),
};

/** The connections of a variant that are read completely. */
export const variantLists: Readonly<Record<string, ListResolver>> = {
  media: async (variant: VariantRow, _args, context) => {
    const media = await context.media.load(variant.product_id);
    return (media ?? []).filter(({ id }) => id === variant.media_id).map(mediaSource);
  },
  metafields: metafieldsList("PRODUCTVARIANT"),
};

/** A weight in its unit, to four decimals. */
export function weightOf({ grams, weight_unit }: Pick<VariantRow, "grams" | "weight_unit">) {
  return {
    value: Math.round((grams / GRAMS_PER_UNIT[weight_unit]) * 10_000) / 10_000,
    unit: WEIGHT_UNITS[weight_unit],
  };
}

const WEIGHT_UNITS = { g: "GRAMS", kg: "KILOGRAMS", lb: "POUNDS", oz: "OUNCES" } as const;
const GRAMS_PER_UNIT = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 } as const;

function inventoryItem(variant: VariantRow, currencyCode: string): unknown {
  return {
    __typename: "InventoryItem",
    id: gid("InventoryItem", variant.inventory_item_id),
    legacyResourceId: String(variant.inventory_item_id),
    sku: variant.sku,
    tracked: variant.inventory_tracker !== null,
    requiresShipping: variant.requires_shipping,
    unitCost:
      variant.cost_cents === null
        ? null
        : { amount: toDecimalText(variant.cost_cents, currencyCode), currencyCode },
    measurement: { weight: weightOf(variant) },
    createdAt: toDateTime(variant.created_at),
    updatedAt: toDateTime(variant.updated_at),
  };
}
