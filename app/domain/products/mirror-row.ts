import type {
  CollectionNode,
  MediaNode,
  MetafieldNode,
  ProductLine,
  ProductPartLine,
  VariantNode,
} from "~/connectors/shopify/operations/products";
import type { Cents } from "~/platform/money/cents";
import { parseDecimal } from "~/platform/money/decimal";

/** A collection that a product is in. */
export interface ProductCollection {
  /** The number in Shopify's id. */
  id: number;
  title: string;
  handle: string;
}

/** A picture, video or model of a product. Its place in the list is its position. */
export interface ProductMedia {
  /** Shopify's id, which names its type: `gid://shopify/MediaImage/1`. */
  id: string;
  type: "IMAGE" | "VIDEO" | "EXTERNAL_VIDEO" | "MODEL_3D";
  status: "UPLOADED" | "PROCESSING" | "READY" | "FAILED";
  alt: string;
  /** The file itself, or the page of an external video. Null until Shopify has processed it. */
  src: string | null;
  previewUrl: string | null;
}

/**
 * A product's metafields by `namespace.key`. A value is text as Shopify has it: a list is JSON, a reference is Shopify's id.
 * Those in namespaces of apps aren't included.
 */
export type ProductMetafields = Record<string, { type: string; value: string }>;

/** A value of a variant for one of the product's options: `{ name: "Size", value: "M" }`. */
export interface VariantOption {
  name: string;
  value: string;
}

/** A variant as the mirror has it, in the names of the table's columns. Amounts are in the shop's currency. */
export interface VariantRow {
  id: number;
  position: number;
  title: string;
  sku: string | null;
  barcode: string | null;
  price_cents: Cents;
  compare_at_price_cents: Cents | null;
  unit_cost_cents: Cents | null;
  options: VariantOption[];
  is_available: boolean | null;
  /** Whether the store counts its stock. */
  is_tracked: boolean | null;
  updated_at: string;
}

/** A product as the mirror has it, in the names of the table's columns, with its variants. */
export interface ProductRow {
  id: number;
  handle: string;
  title: string;
  vendor: string;
  product_type: string;
  status: "ACTIVE" | "ARCHIVED" | "DRAFT" | "UNLISTED";
  tags: string[];
  collections: ProductCollection[];
  media: ProductMedia[];
  metafields: ProductMetafields;
  description_html: string | null;
  is_published: boolean | null;
  /** May be in the future. */
  published_at: string | null;
  created_at: string;
  updated_at: string;
  variants: VariantRow[];
}

const numberIn = (type: "Product" | "ProductVariant" | "Collection", id: string): number | null => {
  const digits = new RegExp(`^gid://shopify/${type}/(\\d{1,16})$`).exec(id)?.[1];
  return digits ? Number(digits) : null;
};

function requireNumber(type: "Product" | "ProductVariant" | "Collection", id: string): number {
  const number = numberIn(type, id);
  if (number === null) throw new Error(`"${id}" isn't the id of a ${type}.`);
  return number;
}

/** The number in Shopify's id of a product, or null. */
export const productNumber = (id: string): number | null => numberIn("Product", id);

/** The number in Shopify's id of a variant, or null. */
export const variantNumber = (id: string): number | null => numberIn("ProductVariant", id);

/** Shopify's id of a product. */
export const productGid = (id: number | string): string => `gid://shopify/Product/${id}`;

/** Shopify's id of a variant. */
export const variantGid = (id: number | string): string => `gid://shopify/ProductVariant/${id}`;

/**
 * The row of a product that was read with all of its parts.
 * @param currency of the shop, because Shopify's prices don't name it
 */
export function mirrorRowOf(
  product: ProductLine,
  parts: readonly ProductPartLine[],
  currency: string,
): ProductRow {
  const row: ProductRow = {
    id: requireNumber("Product", product.id),
    handle: product.handle,
    title: product.title,
    vendor: product.vendor,
    product_type: product.productType,
    status: product.status,
    tags: product.tags,
    collections: [],
    media: [],
    metafields: {},
    description_html: product.descriptionHtml,
    is_published: product.publishedAt !== null,
    published_at: product.publishedAt,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    variants: [],
  };
  for (const part of parts) {
    if (part.__typename === "ProductVariant") row.variants.push(variantOf(part, currency));
    else if (part.__typename === "Collection") row.collections.push(collectionOf(part));
    else if (part.__typename === "Metafield") addMetafield(row.metafields, part);
    else row.media.push(mediaOf(part));
  }
  // Shopify doesn't order a product's collections, and another order isn't a change.
  row.collections.sort((a, b) => a.id - b.id);
  return row;
}

const variantOf = (variant: VariantNode, currency: string): VariantRow => ({
  id: requireNumber("ProductVariant", variant.id),
  position: variant.position,
  title: variant.title,
  sku: variant.sku || null,
  barcode: variant.barcode || null,
  price_cents: parseDecimal(variant.price, currency),
  compare_at_price_cents:
    variant.compareAtPrice === null ? null : parseDecimal(variant.compareAtPrice, currency),
  unit_cost_cents: unitCostOf(variant),
  options: variant.selectedOptions.map(({ name, value }) => ({ name, value })),
  is_available: variant.availableForSale,
  is_tracked: variant.inventoryItem.tracked,
  updated_at: variant.updatedAt,
});

/** A store may enter a cost with more decimals than its currency has. It is compared with prices, so a part of a cent doesn't matter. */
function unitCostOf({ inventoryItem: { unitCost } }: VariantNode): Cents | null {
  return unitCost && parseDecimal(unitCost.amount, unitCost.currencyCode, "truncate");
}

const collectionOf = ({ id, title, handle }: CollectionNode): ProductCollection => ({
  id: requireNumber("Collection", id),
  title,
  handle,
});

/** Shopify reserves this prefix for what apps store for themselves, such as Backroom's media lists: it isn't about the product. */
const APP_NAMESPACE = "app--";

function addMetafield(metafields: ProductMetafields, { namespace, key, type, value }: MetafieldNode): void {
  if (!namespace.startsWith(APP_NAMESPACE)) metafields[`${namespace}.${key}`] = { type, value };
}

const mediaOf = (media: MediaNode): ProductMedia => ({
  id: media.id,
  type: media.mediaContentType,
  status: media.status,
  alt: media.alt ?? "",
  src: sourceOf(media),
  previewUrl: media.preview?.image?.url ?? null,
});

function sourceOf(media: MediaNode): string | null {
  if (media.__typename === "MediaImage") return media.image?.url ?? null;
  if (media.__typename === "ExternalVideo") return media.originUrl;
  return media.originalSource?.url ?? null;
}
