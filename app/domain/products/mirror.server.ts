import {
  bulkProductsMirror,
  PRODUCTS_PER_CALL,
  type ProductLine,
  type ProductPartLine,
} from "~/connectors/shopify/operations/products";
import { defineMirror } from "~/core/mirrors/define-mirror.server";
import { reportChangedProducts } from "./hooks.server";
import { mirrorRowOf, type ProductRow } from "./mirror-row";
import { type ProductPayload, productWebhooks } from "./product-webhooks.server";
import { readProductsFromShopify } from "./read-from-shopify.server";
import { variantPart } from "./variant-part.server";

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
