import * as products from "~/connectors/shopify/operations/products";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { defineMirror } from "~/core/mirrors/define-mirror.server";
import type { ChangeOrigin, MirrorPart, PartChange } from "~/core/mirrors/mirror-part.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { reportChangedProducts, type VariantChange, type VariantPrice, variantChanges } from "./hooks.server";
import { mirrorRowOf, type ProductRow, productGid, productNumber, type VariantRow } from "./mirror-row";
import { type ProductPayload, productWebhooks } from "./product-webhooks.server";

/** Reads products from Shopify by their numbers, however many variants and metafields they have. Those that Shopify no longer has are left out. */
export async function readProductsFromShopify(
  api: AdminApi,
  numbers: readonly number[],
  call: CallOptions,
  { currency }: Shop,
): Promise<ProductRow[]> {
  const { nodes } = await api.run(products.productsByIds, { ids: numbers.map(productGid) }, call);
  const rows: ProductRow[] = [];
  for (const product of nodes.flatMap((node) => products.productIn(node) ?? [])) {
    const rest = await readRest(api, product, call);
    // Deleted between two pages: reported as gone, like the others.
    if (rest) rows.push(mirrorRowOf(product, [...partsOf(product), ...rest], currency));
  }
  return rows;
}

type Connections = Pick<products.ProductNode, "variants" | "media" | "collections" | "metafields">;

/** What a page of a product has, in one list. */
export const partsOf = ({
  variants,
  media,
  collections,
  metafields,
}: Partial<Connections>): products.ProductPartLine[] => [
  ...(variants?.nodes ?? []),
  ...(media?.nodes ?? []),
  ...(collections?.nodes ?? []),
  ...(metafields?.nodes ?? []),
];

/** True when one answer had all variants, media, collections and metafields of the product. */
export const isComplete = ({ variants, media, collections, metafields }: Connections): boolean =>
  ![variants, media, collections, metafields].some(({ pageInfo }) => pageInfo.hasNextPage);

/**
 * The parts of a product after its first page. They may be newer than the page. Then a webhook is on its way, and because the row
 * has the page's time, that webhook counts.
 * @returns null when the product has been deleted
 */
async function readRest(
  api: AdminApi,
  product: products.ProductNode,
  call: CallOptions,
): Promise<products.ProductPartLine[] | null> {
  const rest: products.ProductPartLine[] = [];
  const cursorOf = (connection: Connections[keyof Connections] | undefined) =>
    connection?.pageInfo.hasNextPage ? connection.pageInfo.endCursor : null;
  let page: Partial<Connections> = product;
  for (;;) {
    const variantsAfter = cursorOf(page.variants);
    const mediaAfter = cursorOf(page.media);
    const collectionsAfter = cursorOf(page.collections);
    const metafieldsAfter = cursorOf(page.metafields);
    if (!variantsAfter && !mediaAfter && !collectionsAfter && !metafieldsAfter) return rest;
    const { product: next } = await api.run(
      products.productRest,
      {
        id: product.id,
        variantsAfter,
        mediaAfter,
        collectionsAfter,
        metafieldsAfter,
        hasVariants: variantsAfter !== null,
        hasMedia: mediaAfter !== null,
        hasCollections: collectionsAfter !== null,
        hasMetafields: metafieldsAfter !== null,
      },
      call,
    );
    if (!next) return null;
    rest.push(...partsOf(next));
    page = next;
  }
}

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
    ["options", "jsonb"],
    ["is_available", "boolean"],
    ["is_tracked", "boolean"],
    ["updated_at", "timestamptz"],
  ],
  rowsOf: ({ variants }) => variants,
  async onChange(tx, shop, changes, origin) {
    const priced = changes.flatMap((change) => changeOf(change) ?? []);
    if (priced.length === 0) return;
    for (const handle of variantChanges.all()) await handle(tx, shop, priced, origin);
  },
};

/** The mirror of the store's products of every status, with their variants, media, collections and metafields. */
export const productsMirror = defineMirror<
  ProductRow,
  products.ProductLine,
  ProductPayload,
  products.ProductPartLine
>({
  name: "products",
  plural: "products",
  version: 2,
  table: "products",
  columns: [
    ["handle", "text"],
    ["title", "text"],
    ["vendor", "text"],
    ["product_type", "text"],
    ["status", "text"],
    ["tags", "text[]"],
    ["collections", "jsonb"],
    ["media", "jsonb"],
    ["metafields", "jsonb"],
    ["description_html", "text"],
    ["is_published", "boolean"],
    ["published_at", "timestamptz"],
    ["created_at", "timestamptz"],
    ["updated_at", "timestamptz"],
  ],
  parts: [variantPart],
  onChange: reportChangedProducts,
  onDelete: reportChangedProducts,
  stale: { table: "stale_products", id: "product_id" },
  bulk: {
    query: products.bulkProductsMirror.text,
    hasParts: true,
    rowOf: (line, parts, { currency }) => mirrorRowOf(line, parts, currency),
    schedule: "30 4 * * *",
  },
  byId: { perCall: products.PRODUCTS_PER_CALL, read: readProductsFromShopify },
  webhooks: productWebhooks,
});

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

/**
 * Writes products to the mirror as a mutation answered them with `PRODUCT_IN_ANSWER`: after a change of prices, tags or media that
 * Backroom made. The whole product is written, so that a change of another field at the same time isn't lost. One with more
 * variants, media, collections or metafields than the answer has is read again soon.
 * @param origin who made the change, for the modules that record it
 */
export async function writeThroughProducts(
  tx: ShopTransaction,
  { domain, currency }: Shop,
  answered: readonly products.ProductNode[],
  origin: ChangeOrigin,
): Promise<void> {
  const complete = answered.filter(isComplete);
  const rows = complete.map((product) => mirrorRowOf(product, partsOf(product), currency));
  await productsMirror.write(tx, domain, rows, origin);
  const others = answered
    .filter((product) => !isComplete(product))
    .flatMap(({ id }) => productNumber(id) ?? []);
  if (others.length > 0) await productsMirror.markStale(tx, domain, others);
}
