import { adminAddress } from "~/platform/admin-address";

/** The customers of a segment in the Shopify admin. @param query in Shopify's segment query language, empty for all customers */
export const customersUrl = (shop: string, query: string): string =>
  adminAddress(shop, `/customers${query && `?segment_query=${encodeURIComponent(query)}`}`);
