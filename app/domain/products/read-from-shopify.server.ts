import {
  type ProductNode,
  type ProductPartLine,
  productIn,
  productRest,
  productsByIds,
} from "~/connectors/shopify/operations/products";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { Shop } from "~/platform/auth/shops.server";
import { mirrorRowOf, type ProductRow, productGid } from "./mirror-row";

/** Reads products from Shopify by their numbers, however many variants and metafields they have. Those that Shopify no longer has are left out. */
export async function readProductsFromShopify(
  api: AdminApi,
  numbers: readonly number[],
  call: CallOptions,
  { currency }: Shop,
): Promise<ProductRow[]> {
  const { nodes } = await api.run(productsByIds, { ids: numbers.map(productGid) }, call);
  const rows: ProductRow[] = [];
  for (const product of nodes.flatMap((node) => productIn(node) ?? [])) {
    const rest = await readRest(api, product, call);
    // Deleted between two pages: reported as gone, like the others.
    if (rest) rows.push(mirrorRowOf(product, [...partsOf(product), ...rest], currency));
  }
  return rows;
}

type Connections = Pick<ProductNode, "variants" | "media" | "collections" | "metafields">;

/** What a page of a product has, in one list. */
export const partsOf = ({
  variants,
  media,
  collections,
  metafields,
}: Partial<Connections>): ProductPartLine[] => [
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
  product: ProductNode,
  call: CallOptions,
): Promise<ProductPartLine[] | null> {
  const rest: ProductPartLine[] = [];
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
      productRest,
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
