import type { CollectionRow, ProductMediaRow } from "../../catalog/rows.ts";
import type { ProductRow, VariantRow } from "../../data/rows.ts";

/** A product as a resolver source. Its related rows are set if they were read with it, as in bulk operations. */
export type ProductSource = ProductRow & {
  __typename: "Product";
  variants?: VariantRow[];
  media?: ProductMediaRow[];
  collections?: CollectionRow[];
};

/** A product as a resolver source. */
export function productSource(row: ProductRow): ProductSource {
  return { ...row, __typename: "Product" };
}

/** A variant as a resolver source. */
export function variantSource(row: VariantRow): VariantRow & { __typename: "ProductVariant" } {
  return { ...row, __typename: "ProductVariant" };
}

/** A collection as a resolver source. */
export function collectionSource(row: CollectionRow): CollectionRow & { __typename: "Collection" } {
  return { ...row, __typename: "Collection" };
}
