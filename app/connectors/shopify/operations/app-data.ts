import { operation } from "../operation";

/**
 * A value of the app in this shop and the installation's id. The theme extension reads it as `app.metafields`
 * (https://shopify.dev/docs/apps/build/custom-data/ownership). No scope is needed.
 */
export const appData = operation(
  `query AppData($namespace: String!, $key: String!) {
  currentAppInstallation { id metafield(namespace: $namespace, key: $key) { value compareDigest } }
}`,
);

/** Removes values of the app. A missing value isn't an error. */
export const appDataRemoval = operation(
  `mutation AppDataRemoval($metafields: [MetafieldIdentifierInput!]!) {
  metafieldsDelete(metafields: $metafields) { userErrors { field message } }
}`,
);
