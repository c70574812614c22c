import { bulkQuery, type DataOf, type Item, operation } from "../operation";

const PRODUCT_FIELDS =
  "id handle title vendor productType status tags descriptionHtml createdAt publishedAt updatedAt" as const;
const VARIANT_FIELDS =
  `__typename id title position sku barcode price compareAtPrice availableForSale selectedOptions { name value } updatedAt
        inventoryItem { tracked unitCost { amount currencyCode } }` as const;
const MEDIA_FIELDS = `__typename id alt status mediaContentType
        preview { image { url } }
        ... on MediaImage { image { url } }
        ... on Video { originalSource { url } }
        ... on Model3d { originalSource { url } }
        ... on ExternalVideo { originUrl }` as const;
const COLLECTION_FIELDS = "__typename id title handle" as const;
const METAFIELD_FIELDS = "__typename namespace key type value" as const;

/**
 * Every product with its variants, media, collections and metafields, for the rebuild of the mirror. Nodes of the four connections
 * are lines of their own after their product's line, if the operation groups its result. A bulk operation has at most five
 * connections (https://shopify.dev/docs/api/usage/bulk-operations/queries), so there is room for no other one.
 */
export const bulkProductsMirror = bulkQuery(
  `query BulkProductsMirror {
  products {
    edges {
      node {
        ${PRODUCT_FIELDS}
        variants { edges { node { ${VARIANT_FIELDS} } } }
        media { edges { node { ${MEDIA_FIELDS} } } }
        collections { edges { node { ${COLLECTION_FIELDS} } } }
        metafields { edges { node { ${METAFIELD_FIELDS} } } }
      }
    }
  }
}`,
);

type BulkProduct = Item<DataOf<typeof bulkProductsMirror>["products"]>;

/** A line of its result with a product. */
export type ProductLine = Omit<BulkProduct, "variants" | "media" | "collections" | "metafields">;
export type VariantNode = Item<BulkProduct["variants"]>;
export type MediaNode = Item<BulkProduct["media"]>;
export type CollectionNode = Item<BulkProduct["collections"]>;
export type MetafieldNode = Item<BulkProduct["metafields"]>;
/** A line of its result with what belongs to a product. */
export type ProductPartLine = VariantNode | MediaNode | CollectionNode | MetafieldNode;

const PAGE = "pageInfo { hasNextPage endCursor }" as const;

/**
 * A product as the mirror has it, for the answer of a mutation: a mutation costs 10 points whatever it selects
 * (https://shopify.dev/docs/api/usage/limits). A product with more of anything is read by id.
 */
export const PRODUCT_IN_ANSWER = `${PRODUCT_FIELDS}
      variants(first: 100) { nodes { ${VARIANT_FIELDS} } ${PAGE} }
      media(first: 100) { nodes { ${MEDIA_FIELDS} } ${PAGE} }
      collections(first: 100) { nodes { ${COLLECTION_FIELDS} } ${PAGE} }
      metafields(first: 100) { nodes { ${METAFIELD_FIELDS} } ${PAGE} }` as const;

/** How many products are read in one call: 164 points each, and a query may cost 1,000. */
export const PRODUCTS_PER_CALL = 6;

/** Products by id, strongly consistent. Null for those that were deleted. `productRest` reads what doesn't fit. */
export const productsByIds = operation(
  `query ProductsByIds($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Product {
      ${PRODUCT_FIELDS}
      variants(first: 20) { nodes { ${VARIANT_FIELDS} } ${PAGE} }
      media(first: 10) { nodes { ${MEDIA_FIELDS} } ${PAGE} }
      collections(first: 10) { nodes { ${COLLECTION_FIELDS} } ${PAGE} }
      metafields(first: 25) { nodes { ${METAFIELD_FIELDS} } ${PAGE} }
    }
  }
}`,
);

type NodeOf<Data extends { nodes: readonly unknown[] }> = Data["nodes"][number];
/** A product with the first of its variants, media, collections and metafields. */
export type ProductNode = Extract<NodeOf<DataOf<typeof productsByIds>>, { handle: string }>;

/** The product in a selection on `Node`. Null for a node of another type, which has none of the fields. */
export const productIn = (node: ProductNode | Record<never, never> | null | undefined): ProductNode | null =>
  node && "handle" in node ? node : null;

/** The next page of the connections of a product that have one. */
export const productRest = operation(
  `query ProductRest($id: ID!, $hasVariants: Boolean!, $variantsAfter: String, $hasMedia: Boolean!, $mediaAfter: String,
    $hasCollections: Boolean!, $collectionsAfter: String, $hasMetafields: Boolean!, $metafieldsAfter: String) {
  product(id: $id) {
    variants(first: 75, after: $variantsAfter) @include(if: $hasVariants) { nodes { ${VARIANT_FIELDS} } ${PAGE} }
    media(first: 100, after: $mediaAfter) @include(if: $hasMedia) { nodes { ${MEDIA_FIELDS} } ${PAGE} }
    collections(first: 100, after: $collectionsAfter) @include(if: $hasCollections) { nodes { ${COLLECTION_FIELDS} } ${PAGE} }
    metafields(first: 100, after: $metafieldsAfter) @include(if: $hasMetafields) { nodes { ${METAFIELD_FIELDS} } ${PAGE} }
  }
}`,
);
