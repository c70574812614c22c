import { z } from "zod";
import {
  type MediaProduct,
  type NativeMedia,
  productForMedia,
  productForMediaBySku,
} from "~/connectors/shopify/operations/product-media";
import { productRest } from "~/connectors/shopify/operations/products";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { badRequest, conflict, notFound, upstreamFailed } from "~/platform/errors";
import { ENTER_IDENTIFIER, numbered, type StoredItem, UNREADABLE_LIST } from "./media-list";
import { listFromMedia } from "./native-media";

/** A product with its media list and its own media. */
export interface ProductWithMedia {
  /** Shopify's id. */
  id: string;
  title: string;
  handle: string;
  /** Shopify's digest of the stored list, which a write is conditional on. Null when none is stored. */
  digest: string | null;
  /** The stored list. Without one, what the product's own media make. */
  list: StoredItem[];
  media: NativeMedia[];
}

const storedList = z.array(
  z.object({
    id: z.string(),
    type: z.enum(["image", "video"]),
    src: z.string(),
    active: z.boolean(),
    order: z.number(),
    text: z.string(),
    newText: z.string(),
    source: z.string().optional(),
  }),
);

/** Parses the value of the metafield. Null when it isn't a media list. */
export const readStoredList = (value: unknown): StoredItem[] | null => {
  const parsed = storedList.safeParse(value);
  return parsed.success ? numbered(parsed.data.toSorted((a, b) => a.order - b.order)) : null;
};

/**
 * Finds a product by a SKU of its variants, by its id or by its handle, in this order. SKUs are compared exactly.
 * @throws 400 without a text, 404 when there is none, 409 when the SKU belongs to several products
 */
export async function findMediaProduct(
  api: AdminApi,
  identifier: string,
  call?: CallOptions,
): Promise<ProductWithMedia> {
  const text = identifier.trim();
  if (!text) throw badRequest(ENTER_IDENTIFIER, { sku: "is missing" });
  // A number may also be a SKU. A whole id isn't one.
  const id = WHOLE_ID.test(text) ? text : ((await productOfSku(api, text, call)) ?? idIn(text));
  const product =
    (id && (await readMediaProduct(api, { id }, call))) ||
    (await readMediaProduct(api, { handle: text }, call));
  if (!product)
    throw notFound(
      `No product has the SKU, handle or id “${text}”. Check the spelling, and upper and lower case of a SKU.`,
    );
  return product;
}

const WHOLE_ID = /^gid:\/\/shopify\/Product\/\d{1,18}$/;

const idIn = (text: string): string | undefined =>
  /^\d{1,18}$/.test(text) ? `gid://shopify/Product/${text}` : undefined;

async function productOfSku(api: AdminApi, sku: string, call?: CallOptions): Promise<string | undefined> {
  const query = `sku:"${sku.replace(/[\\"]/g, "\\$&")}"`;
  const { productVariants } = await api.run(productForMediaBySku, { query }, call);
  const exact = productVariants.nodes.filter((variant) => variant.sku === sku);
  const products = new Map(exact.map(({ product }) => [product.id, product]));
  if (products.size > 1) {
    const handles = [...products.values()].map(({ handle }) => handle).join(", ");
    throw conflict(`The SKU ${sku} belongs to several products: ${handles}. Search by handle instead.`);
  }
  return [...products.keys()][0];
}

/** Reads a product with all its media. Null when there is none. @throws 502 when the stored list isn't readable */
export async function readMediaProduct(
  api: AdminApi,
  identifier: { id: string } | { handle: string },
  call?: CallOptions,
): Promise<ProductWithMedia | null> {
  const { productByIdentifier: product } = await api.run(productForMedia, { identifier }, call);
  if (!product) return null;
  const media = [...product.media.nodes, ...(await otherMedia(api, product, call))];
  const { id, title, handle, metafield } = product;
  if (!metafield) return { id, title, handle, digest: null, list: listFromMedia(media), media };
  const list = readStoredList(metafield.jsonValue);
  if (!list) throw upstreamFailed(UNREADABLE_LIST);
  return { id, title, handle, digest: metafield.compareDigest, list, media };
}

async function otherMedia(
  api: AdminApi,
  { id, media }: Pick<MediaProduct, "id" | "media">,
  call?: CallOptions,
): Promise<NativeMedia[]> {
  const found: NativeMedia[] = [];
  let { hasNextPage, endCursor } = media.pageInfo;
  while (hasNextPage) {
    const { product } = await api.run(
      productRest,
      {
        id,
        hasVariants: false,
        hasCollections: false,
        hasMetafields: false,
        hasMedia: true,
        mediaAfter: endCursor,
      },
      call,
    );
    found.push(...(product?.media?.nodes ?? []));
    ({ hasNextPage, endCursor } = product?.media?.pageInfo ?? { hasNextPage: false, endCursor: null });
  }
  return found;
}
