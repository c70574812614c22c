import { type DataOf, type Item, operation } from "../operation";

const MEDIA_PRODUCT_FIELDS = `id title handle
    metafield(namespace: "$app:media", key: "list") { jsonValue compareDigest }
    media(first: 25) {
      nodes {
        __typename id alt status mediaContentType
        preview { image { url } }
        ... on MediaImage { image { url } }
        ... on Video { originalSource { url } }
        ... on Model3d { originalSource { url } }
        ... on ExternalVideo { originUrl }
      }
      pageInfo { hasNextPage endCursor }
    }` as const;

/** A product with its stored media list and its first 25 media. `productRest` reads the others. */
export const productForMedia = operation(
  `query ProductForMedia($identifier: ProductIdentifierInput!) {
  productByIdentifier(identifier: $identifier) {
    ${MEDIA_PRODUCT_FIELDS}
  }
}`,
);

export type MediaProduct = NonNullable<DataOf<typeof productForMedia>["productByIdentifier"]>;
export type NativeMedia = Item<MediaProduct["media"]>;

/** The products of the first variants that match a search, such as `sku:"A-1"`. The search ignores case and may match parts. */
export const productForMediaBySku = operation(
  `query ProductForMediaBySku($query: String!) {
  productVariants(first: 25, query: $query) { nodes { sku product { id title handle } } }
}`,
);

/** The stored media lists of up to 200 products. */
export const mediaLists = operation(
  `query MediaLists($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Product { id metafield(namespace: "$app:media", key: "list") { jsonValue } }
  }
}`,
);

/** Changes files: their alt texts, and the products that use them. The same change again has no effect. */
export const fileUpdate = operation(
  `mutation FileUpdate($files: [FileUpdateInput!]!) {
  fileUpdate(files: $files) {
    files { id }
    userErrors { code field message }
  }
}`,
);

/** Creates files from URLs. Shopify downloads them after its answer. */
export const fileCreate = operation(
  `mutation FileCreate($files: [FileCreateInput!]!) {
  fileCreate(files: $files) {
    files { id fileStatus }
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** Files that match a search, such as `filename:'front.jpg'`, newest first. A search index may be behind by some seconds. */
export const filesBySearch = operation(
  `query FilesBySearch($query: String!, $first: Int!) {
  files(first: $first, query: $query, sortKey: CREATED_AT, reverse: true) {
    nodes { __typename id fileStatus ... on ExternalVideo { originUrl } }
  }
}`,
);

/** Whether a file is ready to be used. */
export const fileStatus = operation(
  `query FileStatus($ids: [ID!]!) { nodes(ids: $ids) { ... on File { id fileStatus fileErrors { message } } } }`,
);

/** Moves media of a product. Shopify does it in a job after its answer. */
export const productMediaReorder = operation(
  `mutation ProductMediaReorder($id: ID!, $moves: [MoveInput!]!) {
  productReorderMedia(id: $id, moves: $moves) {
    job { id done }
    mediaUserErrors { code field message }
  }
}`,
);

/** Whether a job of Shopify is done. */
export const jobGet = operation(`query JobGet($id: ID!) { job(id: $id) { id done } }`);
