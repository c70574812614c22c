import { fileStatus, fileTypename, fileUrl, mediaOfProducts } from "../catalog/media.ts";
import type { ProductMediaRow } from "../catalog/rows.ts";
import type { Queryable, Store } from "../data/database.ts";
import { toDateTime } from "../data/instants.ts";
import { toDecimalText } from "../data/minor-units.ts";
import { variantsOfProducts } from "../data/products.ts";
import type { ProductRow, VariantRow } from "../data/rows.ts";
import { findShop } from "../data/shops.ts";

/** Shopify's body has at most this many variants: those that changed last. `variant_gids` has all of them. */
const MAX_VARIANTS = 100;

/** The body of `products/create` and `products/update`: Shopify's REST product. Reads the variants if they aren't given. */
export async function productPayload(
  db: Queryable,
  store: Store,
  product: ProductRow,
  knownVariants?: VariantRow[],
): Promise<Record<string, unknown>> {
  const variants = knownVariants ?? (await variantsOfProducts(db, product.shop, [product.id]));
  const media = (await mediaOfProducts(db, product.shop, [product.id])).get(product.id) ?? [];
  const currency = (await findShop(db, product.shop))?.currency ?? "USD";
  const images = media
    .filter(({ type }) => type === "IMAGE")
    .map((file) => imagePayload(store, file, variants));
  return {
    admin_graphql_api_id: `gid://shopify/Product/${product.id}`,
    body_html: product.body_html,
    created_at: toDateTime(product.created_at),
    handle: product.handle,
    id: product.id,
    product_type: product.product_type,
    published_at: product.published_at && toDateTime(product.published_at),
    template_suffix: null,
    title: product.title,
    updated_at: toDateTime(product.updated_at),
    vendor: product.vendor,
    status: product.status.toLowerCase(),
    published_scope: "web",
    tags: product.tags.join(", "),
    variants: latestVariants(variants).map((variant) => variantPayload(variant, media, currency)),
    options: optionsOf(product).map((option, index) => ({
      name: option.name,
      product_id: product.id,
      position: index + 1,
      values: option.values,
    })),
    images,
    image: images[0] ?? null,
    media: media.map((file) => mediaPayload(store, file, variants)),
    variant_gids: variants.map((variant) => ({
      admin_graphql_api_id: `gid://shopify/ProductVariant/${variant.id}`,
      updated_at: toDateTime(variant.updated_at),
    })),
    has_variants_that_requires_components: false,
    category: null,
  };
}

/** A product without options has one of Shopify's own. */
const optionsOf = ({ options }: ProductRow) =>
  options.length > 0 ? options : [{ name: "Title", values: ["Default Title"] }];

/** The body of `products/delete`. */
export function deletedProductPayload(productId: number): Record<string, unknown> {
  return { id: productId };
}

function latestVariants(variants: VariantRow[]): VariantRow[] {
  if (variants.length <= MAX_VARIANTS) return variants;
  return [...variants]
    .sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime() || a.position - b.position)
    .slice(0, MAX_VARIANTS)
    .sort((a, b) => a.position - b.position);
}

function variantPayload(variant: VariantRow, media: ProductMediaRow[], currency: string) {
  const [option1 = "Default Title", option2 = null, option3 = null] = variant.option_values;
  return {
    admin_graphql_api_id: `gid://shopify/ProductVariant/${variant.id}`,
    barcode: variant.barcode,
    compare_at_price:
      variant.compare_at_price_cents === null
        ? null
        : toDecimalText(variant.compare_at_price_cents, currency),
    created_at: toDateTime(variant.created_at),
    id: variant.id,
    inventory_policy: variant.inventory_policy.toLowerCase(),
    position: variant.position,
    price: toDecimalText(variant.price_cents, currency),
    product_id: variant.product_id,
    sku: variant.sku,
    taxable: variant.taxable,
    title: variant.option_values.join(" / ") || "Default Title",
    updated_at: toDateTime(variant.updated_at),
    option1,
    option2,
    option3,
    image_id: media.some(({ id }) => id === variant.media_id) ? variant.media_id : null,
    inventory_item_id: variant.inventory_item_id,
    inventory_quantity: variant.inventory_quantity,
    old_inventory_quantity: variant.inventory_quantity,
  };
}

function imagePayload(store: Store, file: ProductMediaRow, variants: VariantRow[]) {
  return {
    ...commonMedia(file, variants),
    alt: file.alt || null,
    width: file.width,
    height: file.height,
    src: fileUrl(store, file),
  };
}

function mediaPayload(store: Store, file: ProductMediaRow, variants: VariantRow[]) {
  const status = fileStatus(store, file);
  return {
    ...commonMedia(file, variants),
    alt: file.alt || null,
    status,
    media_content_type: file.type,
    preview_image:
      file.type === "IMAGE"
        ? { width: file.width, height: file.height, src: fileUrl(store, file), status }
        : null,
  };
}

function commonMedia(file: ProductMediaRow, variants: VariantRow[]) {
  return {
    id: file.id,
    position: file.position,
    product_id: file.product_id,
    created_at: toDateTime(file.created_at),
    updated_at: toDateTime(file.updated_at),
    admin_graphql_api_id: `gid://shopify/${fileTypename(file)}/${file.id}`,
    variant_ids: variants.filter(({ media_id }) => media_id === file.id).map(({ id }) => id),
  };
}
