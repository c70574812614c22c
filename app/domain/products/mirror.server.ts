import {
  bulkProductsMirror,
  PRODUCTS_PER_CALL,
  type ProductLine,
  type ProductPartLine,
} from "~/connectors/shopify/operations/products";
import { defineMirror } from "~/core/mirrors/define-mirror.server";
import type { MirrorPart, PartChange } from "~/core/mirrors/mirror-part.server";
import { reportChangedProducts, type VariantChange, type VariantPrice, variantChanges } from "./hooks.server";
import { mirrorRowOf, type ProductRow, type VariantRow } from "./mirror-row";
import { type ProductPayload, productWebhooks } from "./product-webhooks.server";
import { readProductsFromShopify } from "./read-from-shopify.server";

/** The variants of the mirror's products. */
export const variantPart: MirrorPart<ProductRow, VariantRow> = {
  table: "variants",
  parent: "product_id",
  columns: [
    ["position", "integer"],
    ["title", "text"],
    ["sku", "text"],
    ["barcode", "text"],
    ["price_cents", "bigint"],
    ["compare_at_price_cents", "bigint"],
    ["unit_cost_cents", "bigint"],
    ["updated_at", "timestamptz"],
  ],
  rowsOf: ({ variants }) => variants,
  async onChange(tx, shop, changes, origin) {
    const priced = changes.flatMap((change) => changeOf(change) ?? []);
    if (priced.length === 0) return;
    for (const handle of variantChanges.all()) await handle(tx, shop, priced, origin);
  },
};

/** The mirror of the store's products of every status, with their variants, media, collections and metafields. */
export const productsMirror = defineMirror<ProductRow, ProductLine, ProductPayload, ProductPartLine>({
  name: "products",
  plural: "products",
  version: 1,
  table: "products",
  columns: [
    ["handle", "text"],
    ["title", "text"],
    ["vendor", "text"],
    ["product_type", "text"],
    ["status", "text"],
    ["tags", "text[]"],
    ["collections", "jsonb"],
    ["media", "jsonb"],
    ["metafields", "jsonb"],
    ["created_at", "timestamptz"],
    ["updated_at", "timestamptz"],
  ],
  parts: [variantPart],
  onChange: reportChangedProducts,
  onDelete: reportChangedProducts,
  stale: { table: "stale_products", id: "product_id" },
  bulk: {
    query: bulkProductsMirror.text,
    hasParts: true,
    rowOf: (line, parts, { currency }) => mirrorRowOf(line, parts, currency),
    schedule: "30 4 * * *",
  },
  byId: { perCall: PRODUCTS_PER_CALL, read: readProductsFromShopify },
  webhooks: productWebhooks,
});

/** Null when only something else of the variant changed, such as its barcode. */
function changeOf({ parent, id, before, after }: PartChange<VariantRow>): VariantChange | null {
  const changedAt = (after ?? before)?.updated_at;
  if (!changedAt || (before && after && isSame(before, after))) return null;
  return {
    variantNumber: id,
    productNumber: parent,
    before: before && priceOf(before),
    after: after && priceOf(after),
    changedAt,
  };
}

const isSame = (one: VariantRow, other: VariantRow): boolean =>
  one.price_cents === other.price_cents &&
  one.compare_at_price_cents === other.compare_at_price_cents &&
  one.sku === other.sku;

const priceOf = (row: VariantRow): VariantPrice => ({
  sku: row.sku,
  price: row.price_cents,
  compareAtPrice: row.compare_at_price_cents,
});
