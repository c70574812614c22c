import { insertProductsInBulk, type LoadedProduct } from "../data/bulk-insert.ts";
import type { Store } from "../data/database.ts";
import { variantsOfProducts } from "../data/products.ts";
import type { ProductRow, VariantRow } from "../data/rows.ts";
import type { ProductRecord } from "./read-product.ts";
import type { SaveOutcome } from "./save-customer.ts";

/**
 * Creates a product, or replaces the one with the same handle. The ids of the product and of variants with the same options stay.
 * The bulk load can't update rows, so the existing product is deleted first. Loading the file again repairs an interrupted load.
 */
export async function saveProduct(store: Store, shop: string, record: ProductRecord): Promise<SaveOutcome> {
  const existing = await findByHandle(store, shop, record.handle);
  const variants = existing ? await variantsOfProducts(store.pool, shop, [existing.id]) : [];
  if (existing)
    await store.pool.query("DELETE FROM products WHERE shop = $1 AND id = $2", [shop, existing.id]);
  await insertProductsInBulk(store, shop, [
    toLoadedProduct(record, existing, variants, new Date(store.clock.now())),
  ]);
  return existing ? "updated" : "created";
}

async function findByHandle(store: Store, shop: string, handle: string): Promise<ProductRow | undefined> {
  const { rows } = await store.pool.query<ProductRow>(
    "SELECT * FROM products WHERE shop = $1 AND handle = $2",
    [shop, handle],
  );
  return rows[0];
}

function toLoadedProduct(
  record: ProductRecord,
  existing: ProductRow | undefined,
  variants: VariantRow[],
  now: Date,
): LoadedProduct {
  return {
    ...(existing ? { id: existing.id, created_at: existing.created_at } : { created_at: now }),
    updated_at: now,
    handle: record.handle,
    title: record.title,
    body_html: record.bodyHtml,
    vendor: record.vendor,
    product_type: record.productType,
    product_category: record.productCategory,
    tags: record.tags,
    status: record.status,
    published_at: record.isPublished ? (existing?.published_at ?? now) : null,
    gift_card: record.giftCard,
    options: record.options,
    images: record.images,
    seo_title: record.seoTitle,
    seo_description: record.seoDescription,
    google_shopping: record.googleShopping,
    variants: record.variants.map((variant) => {
      const before = variants.find(
        (each) => each.option_values.join("\n") === variant.optionValues.join("\n"),
      );
      return {
        ...(before
          ? { id: before.id, inventory_item_id: before.inventory_item_id, created_at: before.created_at }
          : {}),
        option_values: variant.optionValues,
        sku: variant.sku,
        barcode: variant.barcode,
        price_cents: variant.priceCents,
        compare_at_price_cents: variant.compareAtPriceCents,
        cost_cents: variant.costCents,
        grams: variant.grams,
        weight_unit: variant.weightUnit,
        inventory_tracker: variant.inventoryTracker,
        inventory_quantity: variant.inventoryQuantity,
        inventory_policy: variant.inventoryPolicy,
        fulfillment_service: variant.fulfillmentService,
        requires_shipping: variant.requiresShipping,
        taxable: variant.taxable,
        tax_code: variant.taxCode,
        image_src: variant.imageSrc,
      };
    }),
  };
}
