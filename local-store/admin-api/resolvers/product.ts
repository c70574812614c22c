import { toDateTime } from "../../data/instants.ts";
import { toDecimalText } from "../../data/minor-units.ts";
import { findProducts, variantsOfProducts } from "../../data/products.ts";
import type { ProductImage, ProductRow, VariantRow } from "../../data/rows.ts";
import { gid } from "../gid.ts";
import { metafieldField, metafieldsList } from "./metafield.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** A product as a resolver source. `variants` is set if they were read with the product. */
export type ProductSource = ProductRow & { __typename: "Product"; variants?: VariantRow[] };

/** A product as a resolver source. */
export function productSource(row: ProductRow): ProductSource {
  return { ...row, __typename: "Product" };
}

/** A variant as a resolver source. */
export function variantSource(row: VariantRow): VariantRow & { __typename: "ProductVariant" } {
  return { ...row, __typename: "ProductVariant" };
}

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
  featuredMedia: (product: ProductRow) =>
    product.images[0] ? mediaSource(product, product.images[0]) : null,
  featuredImage: (product: ProductRow) => (product.images[0] ? imageSource(product.images[0]) : null),
  hasOnlyDefaultVariant: (product: ProductRow) =>
    product.options.length <= 1 && (product.options[0]?.values.join() ?? "Default Title") === "Default Title",
  totalInventory: async (product: ProductSource, _args, context) => {
    const variants =
      product.variants ?? (await variantsOfProducts(context.store.pool, product.shop, [product.id]));
    return variants.reduce((sum, variant) => sum + variant.inventory_quantity, 0);
  },
  metafield: metafieldField("PRODUCT"),
};

/** The connections of a product that are read completely. */
export const productLists: Readonly<Record<string, ListResolver>> = {
  variants: async (product: ProductSource, _args, context) => {
    const variants =
      product.variants ?? (await variantsOfProducts(context.store.pool, product.shop, [product.id]));
    return variants.map(variantSource);
  },
  media: (product: ProductRow) => product.images.map((image) => mediaSource(product, image)),
  metafields: metafieldsList("PRODUCT"),
};

/** The supported fields of a variant. */
export const variantResolvers: TypeResolvers = {
  id: (variant: VariantRow) => gid("ProductVariant", variant.id),
  legacyResourceId: (variant: VariantRow) => String(variant.id),
  title: (variant: VariantRow) => variant.option_values.join(" / ") || "Default Title",
  displayName: async (variant: VariantRow, _args, context) => {
    const [product] = await findProducts(context.store.pool, variant.shop, [variant.product_id]);
    return `${product?.title ?? ""} - ${variant.option_values.join(" / ") || "Default Title"}`;
  },
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
    const [product] = await findProducts(context.store.pool, variant.shop, [variant.product_id]);
    return product && productSource(product);
  },
  selectedOptions: async (variant: VariantRow, _args, context) => {
    const [product] = await findProducts(context.store.pool, variant.shop, [variant.product_id]);
    return variant.option_values.map((value, index) => ({
      name: product?.options[index]?.name ?? "Title",
      value,
    }));
  },
  inventoryItem: (variant: VariantRow, _args, context) => inventoryItem(variant, context.shop.currency),
  metafield: metafieldField("PRODUCTVARIANT"),
};

/** The connections of a variant that are read completely. */
export const variantLists: Readonly<Record<string, ListResolver>> = {
  metafields: metafieldsList("PRODUCTVARIANT"),
};

const WEIGHT_UNITS = { g: "GRAMS", kg: "KILOGRAMS", lb: "POUNDS", oz: "OUNCES" } as const;
const GRAMS_PER_UNIT = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 } as const;

function inventoryItem(variant: VariantRow, currencyCode: string): unknown {
  const weight = Math.round((variant.grams / GRAMS_PER_UNIT[variant.weight_unit]) * 10_000) / 10_000;
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
    measurement: { weight: { value: weight, unit: WEIGHT_UNITS[variant.weight_unit] } },
    createdAt: toDateTime(variant.created_at),
    updatedAt: toDateTime(variant.updated_at),
  };
}

function imageSource(image: ProductImage): { url: string; altText: string | null } {
  return { url: image.src, altText: image.altText };
}

/** A product's image as media. Its numeric id is the product's id followed by the position. */
function mediaSource(product: ProductRow, image: ProductImage) {
  return {
    __typename: "MediaImage",
    id: product.id * 1000 + image.position,
    alt: image.altText ?? "",
    mediaContentType: "IMAGE",
    status: "READY",
    fileStatus: "READY",
    image: imageSource(image),
    preview: { image: imageSource(image), status: "READY" },
  };
}

/** The computed fields of a product's image. */
export const mediaImageResolvers: TypeResolvers = {
  id: (media: { id: number }) => gid("MediaImage", media.id),
};
