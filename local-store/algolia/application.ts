import { shops } from "../config.ts";

/** The application that Algolia has for a shop, and the API key that it issued. */
export const algoliaApplication = (handle: string): string => `ALGOLIA-${handle}`;
export const algoliaKey = (handle: string): string => `algolia-local-${handle}`;

/** The domain of the shop that an application and its key belong to. */
export const findShopByApplication = (
  applicationId: string | undefined,
  key: string | undefined,
): string | undefined =>
  shops.find(({ handle }) => applicationId === algoliaApplication(handle) && key === algoliaKey(handle))
    ?.domain;
