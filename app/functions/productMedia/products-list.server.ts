import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { defineList, filter, type RowOf } from "~/core/lists/define-list.server";
import { column, field, sheetColumn } from "~/core/lists/define-row.server";
import { countTabs } from "~/core/lists/hits.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { queryRows } from "~/core/lists/list-query.server";
import { readKeyset } from "~/core/lists/read-list.server";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import {
  firstPreviewIn,
  lacksAltTexts,
  lacksPictures,
  picturesIn,
  withoutAltTextIn,
} from "~/domain/products/media-conditions.server";
import type { ProductMedia } from "~/domain/products/mirror-row";
import { productsById, requireProducts, skuContains } from "~/domain/products/read-products.server";
import { readShop } from "~/platform/db/read-shop.server";
import type { ListResult } from "~/platform/list";
import { mediaTab, PRODUCT_VIEWS, type ProductView, SECTION } from "./media-list";
import { mediaNumber } from "./native-media";

const text = z.string();
const count = z.number().int();

const media = sql`p.media`;

const MAX_SEARCH_LENGTH = 60;

const titleContains = (title: SQL, words: string): SQL =>
  containsIndexed(sql`lower(${title})`, words, [" ", "-"]);

/** By a part of the handle or of a SKU, each by its own index. */
const matches = (search: string): SQL =>
  sql`p.id IN (SELECT id FROM products_of_shop AS named WHERE ${containsIndexed(sql`lower(named.handle)`, search, ["-"])}
               UNION ALL
               SELECT own.product_id FROM variants_of_shop AS own WHERE ${skuContains(sql`own.sku`, search)})`;

const conditionOf: Record<ProductView, SQL | undefined> = {
  all: undefined,
  pictures: lacksPictures(media, sql`p.status`),
  texts: lacksAltTexts(media, sql`p.status`),
};

const LINES: Record<ProductView, string | undefined> = {
  all: undefined,
  pictures: "Without pictures",
  texts: "With media without alt text",
};

/** The store's products with what their media lack, from the mirror. Named as the changes of media lists are published. */
export const mediaProductsList = defineList({
  name: SECTION,
  from: sql`products_of_shop AS p`,
  id: { by: sql`p.id`, type: "bigint" },
  where: sql`true`,
  row: {
    title: column(sql`p.title`, text, {
      title: "Product",
      sort: { by: sql`lower(p.title)`, type: "text" },
      narrow: "title",
      width: 40,
    }),
    sheetHandle: sheetColumn(sql`p.handle`, { title: "Handle", width: 30 }),
    sheetStatus: sheetColumn(sql`initcap(p.status)`, { title: "Status", width: 12 }),
    pictures: column(picturesIn(media), count, { title: "Pictures", align: "end", width: 10 }),
    withoutText: column(withoutAltTextIn(media), count, {
      title: "Without Alt Text",
      align: "end",
      width: 16,
    }),
    /** The number in Shopify's id. */
    id: field(sql`p.id`, text),
    handle: field(sql`p.handle`, text),
    status: field(sql`p.status`, z.enum(["ACTIVE", "ARCHIVED", "DRAFT", "UNLISTED"])),
    /** A small picture of its first media. Null without one. */
    thumbnail: field(firstPreviewIn(media), text.nullable()),
  },
  filters: {
    show: filter(z.enum(PRODUCT_VIEWS, `must be one of: ${PRODUCT_VIEWS.join(", ")}`).default("all"), {
      where: (show) => conditionOf[show],
      line: (show) => LINES[show],
    }),
    title: filter(text.trim().max(MAX_SEARCH_LENGTH).optional(), {
      where: (words) => titleContains(sql`p.title`, words),
      line: (words) => `Title: ${words}`,
    }),
  },
  search: { maxLength: MAX_SEARCH_LENGTH, hint: "Title, SKU, handle or id", where: matches },
  defaultSort: "title asc",
  pageSize: 25,
  sheet: { title: "Product Media", for: "showProductMedia", tabs: mediaTab("media").tabs },
});

export type MediaProductsRow = RowOf<typeof mediaProductsList>;

interface ProductsRequest extends PageRequest {
  search: string;
  sort?: string;
  show: ProductView;
  title?: string;
}

/**
 * A page of products, and whether the search is the SKU, the handle or the id of one, or a part of titles. Titles come first: only a search that no title has
 * finds handles and SKUs. A condition over both would read all products for a word that most titles have.
 * @throws 409 until the mirror of products is complete
 */
export async function readMediaProducts(
  context: CallContext,
  { search, show, title, ...request }: ProductsRequest,
): Promise<ListResult<MediaProductsRow> & { isExact: boolean; isTitle: boolean }> {
  const { domain } = context.shop;
  const { isExact, isTitle } = await readShop(domain, async (tx) => {
    await requireProducts(tx, domain);
    if (!search) return { isExact: false, isTitle: false };
    const id = /^(?:gid:\/\/shopify\/Product\/)?(\d{1,16})$/.exec(search)?.[1] ?? null;
    const [row] = await queryRows<{ isExact: boolean; isTitle: boolean }>(
      tx,
      sql`SELECT EXISTS (SELECT FROM variants_of_shop WHERE sku = ${search})
              OR EXISTS (SELECT FROM products_of_shop WHERE handle = ${search})
              OR EXISTS (SELECT FROM products_of_shop WHERE id = ${id}::bigint) AS "isExact",
                 EXISTS (SELECT FROM products_of_shop AS titled WHERE ${titleContains(sql`titled.title`, search)}) AS "isTitle"`,
    );
    return row ?? { isExact: false, isTitle: false };
  });
  const found = isTitle && title === undefined ? { title: search } : { search, title };
  const page = await readKeyset(context, mediaProductsList, {
    ...request,
    filter: { search: "", show, ...found },
  });
  return { ...page, isExact, isTitle };
}

/** More are shown as "10,000+". */
const MAX_COUNTED = 10_000;

/** How many products lack pictures, and how many have media without alt text. @throws 409 as `readMediaProducts` */
export async function countMediaWork(context: CallContext) {
  const { domain } = context.shop;
  await readShop(domain, (tx) => requireProducts(tx, domain));
  const counts = await countTabs(domain, mediaProductsList.query, {
    tabs: ["pictures", "texts"],
    filterOf: (show) => ({ show, reader: context }),
    upTo: MAX_COUNTED + 1,
  });
  const countOf = (found: number) => ({ count: Math.min(found, MAX_COUNTED), exact: found <= MAX_COUNTED });
  return { pictures: countOf(counts.pictures), texts: countOf(counts.texts) };
}

/** A product's media without alt text. */
export const productWithoutTexts = z.object({
  /** Shopify's id of the product. */
  id: text,
  title: text,
  media: z.array(
    z.object({
      /** The number in Shopify's id of the file. */
      id: text,
      type: z.enum(["image", "video"]),
      /** Its position among the product's own media, from 1. */
      order: count,
      thumbnail: text.nullable(),
    }),
  ),
});

export type ProductWithoutTexts = z.infer<typeof productWithoutTexts>;

const MAX_PRODUCTS = 50;

/** The numbers in Shopify's ids of products, with commas. */
export const productNumbers = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*$/, "must be numbers of products, with commas")
  .transform((value) => [...new Set(value.split(",").map(Number))])
  .refine((ids) => ids.length <= MAX_PRODUCTS, `must be at most ${MAX_PRODUCTS} products`);

/** What these products have without alt text, from the mirror, in the order of the numbers. Those that lack nothing are left out. */
export async function readMissingTexts(
  { shop: { domain } }: CallContext,
  { ids }: { ids: number[] },
): Promise<{ rows: ProductWithoutTexts[] }> {
  const products = await readShop(domain, (tx) => productsById(tx, ids));
  const rows = ids.flatMap((number) => {
    const product = products.get(number);
    if (!product) return [];
    const missing = product.media.flatMap((one, index) => (lacksText(one) ? [itemOf(one, index + 1)] : []));
    return missing.length > 0 ? [{ id: product.id, title: product.title, media: missing }] : [];
  });
  return { rows };
}

const lacksText = ({ alt, status }: ProductMedia): boolean => status !== "FAILED" && !/\S/.test(alt);

const itemOf = ({ id, type, previewUrl }: ProductMedia, order: number) => ({
  id: mediaNumber(id),
  type: ["VIDEO", "EXTERNAL_VIDEO"].includes(type) ? ("video" as const) : ("image" as const),
  order,
  thumbnail: previewUrl,
});

/** Products by a part of their title, for Ctrl-K. */
export const productsInPalette = definePalette({
  name: "Product media",
  for: mediaTab("media"),
  find: ({ text }) =>
    text.length >= MIN_TRIGRAM_LENGTH
      ? sql`SELECT id::text AS key, title, handle AS detail FROM products_of_shop
             WHERE ${containsIndexed(sql`lower(title)`, text, [" ", "-"])} LIMIT ${MAX_FOUND}`
      : null,
  address: ({ key }) => `/productMedia?${new URLSearchParams({ tab: "media", product: key })}`,
});
