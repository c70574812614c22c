import { operation } from "../operation";
import { PRODUCT_IN_ANSWER } from "./products";

/** The most variants of one call: Shopify refuses larger arrays (https://shopify.dev/docs/api/usage/limits). */
export const VARIANTS_PER_CALL = 250;

/**
 * Sets the prices of variants of one product. Variants that can't be changed don't prevent the others, and each has a user error
 * whose field is `["variants", "<index>", …]`. Repeatable: prices are absolute.
 */
export const variantPricesUpdate = operation(
  `mutation VariantPricesUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: true) {
    product { ${PRODUCT_IN_ANSWER} }
    productVariants { id sku price compareAtPrice }
    userErrors { code field message }
  }
}`,
);

/** Adds tags to a product. Tags that it has already change nothing. */
export const productTagsAdd = operation(
  `mutation ProductTagsAdd($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) { node { ... on Product { ${PRODUCT_IN_ANSWER} } } userErrors { field message } }
}`,
);

/** Removes tags from a product. Tags that it doesn't have change nothing. */
export const productTagsRemove = operation(
  `mutation ProductTagsRemove($id: ID!, $tags: [String!]!) {
  tagsRemove(id: $id, tags: $tags) { node { ... on Product { ${PRODUCT_IN_ANSWER} } } userErrors { field message } }
}`,
);

/** How many SKUs are searched in one call. */
export const SKUS_PER_CALL = 50;

/** The search for variants by SKU. It also finds SKUs that differ in upper and lower case, so compare what it answers. */
export const skuQuery = (skus: readonly string[]): string =>
  skus.map((sku) => `sku:'${sku.replace(/[\\']/g, "\\$&")}'`).join(" OR ");

/** Variants by SKU. A search index may be behind by some seconds. */
export const variantsBySkuSearch = operation(
  `query VariantsBySku($query: String!, $after: String) {
  productVariants(first: 100, after: $after, query: $query) {
    nodes { id sku price compareAtPrice product { id } }
    pageInfo { hasNextPage endCursor }
  }
}`,
);
