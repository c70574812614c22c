import { shops } from "../config.ts";

/** The user that Solr has for each shop, and its password. */
export const SOLR_USER = "backroom";
export const solrPassword = (handle: string): string => `solr-local-${handle}`;

/** The domain of the shop that the `Authorization` header's password belongs to. */
export const findShopByPassword = (authorization: string | undefined): string | undefined =>
  shops.find(({ handle }) => authorization === `Basic ${btoa(`${SOLR_USER}:${solrPassword(handle)}`)}`)
    ?.domain;
