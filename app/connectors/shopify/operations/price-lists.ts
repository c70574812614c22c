import { type DataOf, operation } from "../operation";

/** The price lists with the catalogs that they belong to. */
export const priceLists = operation(
  `query PriceLists($after: String) {
  priceLists(first: 100, after: $after) {
    nodes { id name currency catalog { title } }
    pageInfo { hasNextPage endCursor }
  }
}`,
);

/**
 * The prices that were set in a price list, without those that it calculates. A page of 150 costs less than Shopify's limit for one
 * query.
 */
export const priceListPrices = operation(
  `query PriceListPrices($id: ID!, $after: String) {
  priceList(id: $id) {
    prices(first: 150, after: $after, originType: FIXED) {
      nodes {
        price { amount currencyCode }
        compareAtPrice { amount currencyCode }
        variant { id sku product { id } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
);

export type PriceListNode = DataOf<typeof priceLists>["priceLists"]["nodes"][number];
export type PriceListPriceNode = NonNullable<
  DataOf<typeof priceListPrices>["priceList"]
>["prices"]["nodes"][number];
