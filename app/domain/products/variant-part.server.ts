import type { MirrorPart, PartChange } from "~/core/mirrors/mirror-part.server";
import { type VariantChange, type VariantPrice, variantChanges } from "./hooks.server";
import type { ProductRow, VariantRow } from "./mirror-row";

/** The variants of the mirror's products. */
export const variantPart: MirrorPart<ProductRow, VariantRow> = {
  table: "variants",
  parent: "product_id",
  columns: [
    ["position", "integer"],
    ["title", "text"],
    ["sku", "text"],
    ["barcode", "text"],
    ["price_cents", "bigint"],
    ["compare_at_price_cents", "bigint"],
    ["unit_cost_cents", "bigint"],
    ["updated_at", "timestamptz"],
  ],
  rowsOf: ({ variants }) => variants,
  async onChange(tx, shop, changes, origin) {
    const priced = changes.flatMap((change) => changeOf(change) ?? []);
    if (priced.length === 0) return;
    for (const handle of variantChanges.all()) await handle(tx, shop, priced, origin);
  },
};

/** Null when only something else of the variant changed, such as its barcode. */
function changeOf({ parent, id, before, after }: PartChange<VariantRow>): VariantChange | null {
  const changedAt = (after ?? before)?.updated_at;
  if (!changedAt || (before && after && isSame(before, after))) return null;
  return {
    variantNumber: id,
    productNumber: parent,
    before: before && priceOf(before),
    after: after && priceOf(after),
    changedAt,
  };
}

const isSame = (one: VariantRow, other: VariantRow): boolean =>
  one.price_cents === other.price_cents &&
  one.compare_at_price_cents === other.compare_at_price_cents &&
  one.sku === other.sku;

const priceOf = (row: VariantRow): VariantPrice => ({
  sku: row.sku,
  price: row.price_cents,
  compareAtPrice: row.compare_at_price_cents,
});
