import type { Cents } from "~/platform/money/cents";
import type { ProductCollection, ProductMetafields } from "../products/mirror-row";

/** An active product as it goes into a search index. Each engine maps it to its own fields. */
export interface SearchDocument {
  /** The number in Shopify's id. */
  id: number;
  handle: string;
  title: string;
  vendor: string;
  productType: string;
  tags: string[];
  collections: ProductCollection[];
  /** The address of the first picture. Null without one. */
  image: string | null;
  /** The lowest and the highest price of its variants, in the shop's currency. Null without variants. */
  price: { from: Cents; to: Cents } | null;
  /** Of the shop, ISO 4217. */
  currency: string;
  /** Of its variants, in their order. */
  skus: string[];
  /** Shopify's time of the last change. */
  updatedAt: Date;
  /** By `namespace.key`. */
  metafields: ProductMetafields;
}
