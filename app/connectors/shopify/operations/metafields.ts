import { operation } from "../operation";

/**
 * Writes up to 25 metafields, all or none. A `compareDigest` of null requires that the metafield doesn't exist yet. Not repeatable:
 * the first attempt changes the digests.
 */
export const metafieldsSet = operation(
  `mutation MetafieldsSet($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    metafields { id compareDigest }
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** The shop's definitions of customer metafields. */
export const customerMetafieldDefinitions = operation(
  `query CustomerMetafieldDefinitions { metafieldDefinitions(ownerType: CUSTOMER, first: 250) { nodes { namespace key } } }`,
);

/** Creates a metafield definition. The error code is TAKEN when it exists. */
export const metafieldDefinitionCreate = operation(
  `mutation MetafieldDefinitionCreate($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) {
    createdDefinition { id }
    userErrors { code field message }
  }
}`,
);

/** A metafield of the shop itself, and the shop's id, which owns it. */
export const shopMetafield = operation(
  `query ShopMetafield($namespace: String!, $key: String!) {
  shop { id metafield(namespace: $namespace, key: $key) { id jsonValue compareDigest } }
}`,
);

/** A page of the definitions of product metafields. */
export const productMetafieldDefinitions = operation(
  `query ProductMetafieldDefinitions($after: String) {
  metafieldDefinitions(ownerType: PRODUCT, first: 250, after: $after) {
    nodes { namespace key name }
    pageInfo { hasNextPage endCursor }
  }
}`,
);
