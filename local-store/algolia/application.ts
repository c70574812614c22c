import { shops } from "../config.ts";

/** The application that Algolia has for a shop. */
export const algoliaApplication = (handle: string): string => `ALGOLIA-${handle}`;
/** The API key that may do everything. */
export const algoliaKey = (handle: string): string => `algolia-local-${handle}`;
/** The API key for a storefront, which may only search. */
const algoliaSearchKey = (handle: string): string => `algolia-search-${handle}`;

/** The API key for syncs alone, which may neither search nor browse. */
const algoliaSyncKey = (handle: string): string => `algolia-sync-${handle}`;

/** What an API key may do. */
const RIGHTS = [
  "search",
  "browse",
  "addObject",
  "deleteObject",
  "deleteIndex",
  "settings",
  "editSettings",
  "listIndexes",
] as const;
export type Right = (typeof RIGHTS)[number];

/** An API key of a shop's application. */
export interface AlgoliaKey {
  /** The shop's domain. */
  shop: string;
  key: string;
  acl: readonly Right[];
}

/** The API key that a request has. Undefined when the application doesn't have it. */
export function findKey(applicationId: string | undefined, key: string | undefined): AlgoliaKey | undefined {
  const shop = shops.find(({ handle }) => applicationId === algoliaApplication(handle));
  if (!shop || !key) return undefined;
  if (key === algoliaKey(shop.handle)) return { shop: shop.domain, key, acl: RIGHTS };
  if (key === algoliaSearchKey(shop.handle)) return { shop: shop.domain, key, acl: ["search"] };
  if (key === algoliaSyncKey(shop.handle))
    return {
      shop: shop.domain,
      key,
      acl: RIGHTS.filter((right) => right !== "search" && right !== "browse"),
    };
  return undefined;
}
