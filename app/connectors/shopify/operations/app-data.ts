import { operation, type UserError } from "../operation";

/** A value that the app keeps beside its own installation in the shop, with the installation's id. */
export interface AppDataAnswer {
  currentAppInstallation: { id: string; metafield: { value: string; compareDigest: string } | null };
}

/**
 * A value of the app's own in this shop, which its theme extension reads as `app.metafields`
 * (https://shopify.dev/docs/apps/build/custom-data/ownership). No scope is needed.
 */
export const appData = operation<AppDataAnswer, { namespace: string; key: string }>(
  `query AppData($namespace: String!, $key: String!) {
  currentAppInstallation { id metafield(namespace: $namespace, key: $key) { value compareDigest } }
}`,
);

/** Takes values of the app's own away; one that is not there is no error. */
export const appDataRemoval = operation<
  { metafieldsDelete: { userErrors: UserError[] } },
  { metafields: { ownerId: string; namespace: string; key: string }[] }
>(
  `mutation AppDataRemoval($metafields: [MetafieldIdentifierInput!]!) {
  metafieldsDelete(metafields: $metafields) { userErrors { field message } }
}`,
);
