import { type SQL, sql } from "drizzle-orm";
import { ContentRefused } from "~/connectors/content-refused";
import { queryRows } from "~/core/lists/list-query.server";
import { isConfirmed } from "~/core/syncs/confirmation.server";
import type { SyncContext } from "~/core/syncs/define-sync.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { centsFromDatabase } from "~/platform/money/cents";
import { pluralize } from "~/platform/text/pluralize";
import type {
  ProductCollection,
  ProductMedia,
  ProductMetafields,
  VariantOption,
} from "../products/mirror-row";
import { type SearchDocument, textOfHtml } from "./search-document";
import { MAX_REFUSED, type RefusedProduct, refusedText } from "./search-engine";

interface Sending {
  /** Sends a batch or a part of it. It may be sent again in smaller parts. */
  send(documents: readonly SearchDocument[]): Promise<void>;
  /** Those that were refused before. The limit counts them. */
  refused: readonly RefusedProduct[];
}

/** What the engine didn't accept. */
interface SendOutcome {
  /** The products that it refuses alone, with those that were refused before. */
  refused: RefusedProduct[];
  /** The products in parts that were refused after `MAX_REFUSED` products were found. Empty when there are no more than these. */
  unsent: SearchDocument[];
}

/**
 * Sends a batch. When the engine refuses its content, its halves are sent, down to the products that are refused alone.
 * @throws the engine's other refusals
 */
export async function sendDocuments(
  documents: readonly SearchDocument[],
  { send, refused: before }: Sending,
): Promise<SendOutcome> {
  const refused = [...before];
  const unsent: SearchDocument[] = [];
  const sendPart = async (part: readonly SearchDocument[]): Promise<void> => {
    const [first] = part;
    if (!first) return;
    try {
      await send(part);
    } catch (error) {
      if (!(error instanceof ContentRefused)) throw error;
      if (refused.length >= MAX_REFUSED) {
        unsent.push(...part);
        return;
      }
      if (part.length === 1) {
        refused.push({ id: first.id, handle: first.handle, reason: error.message });
        return;
      }
      const middle = Math.ceil(part.length / 2);
      await sendPart(part.slice(0, middle));
      await sendPart(part.slice(middle));
    }
  };
  await sendPart(documents);
  return { refused, unsent };
}

/** A smaller share of the live index is refused. */
const MIN_SHARE = 0.5;

const REFUSAL = { refusedDrop: true };

/**
 * Refuses to replace the live index by one of less than half its size, which is more often a mistake than a smaller catalog. An
 * administrator confirms it by starting another sync within an hour.
 * @param live how many products the live index has. Null without one
 */
export async function refuseDrop(
  context: SyncContext,
  { next, live }: { next: number; live: number | null },
): Promise<void> {
  if (live === null || next >= live * MIN_SHARE) return;
  const counts = `The new index has ${next} products, and the live one has ${live}.`;
  if (await isConfirmed(context, REFUSAL))
    return context.log("check", "warning", `${counts} It is replaced, because the sync was started again.`);
  await context.saveData(REFUSAL);
  throw conflict(
    `${counts} That is less than half, so the live index was kept. If it is right, start a new sync within an hour. A retry is refused again.`,
  );
}

/** Products that are named in the reason. The log has all of them. */
const MAX_NAMED = 3;

/**
 * Keeps the live index when the engine refused products. An administrator publishes without them by starting a new sync within an
 * hour. That sync may refuse only products that were refused before.
 */
export async function assertNoneRefused(
  context: SyncContext,
  system: string,
  refused: readonly RefusedProduct[],
): Promise<void> {
  if (refused.length === 0) return;
  const refusal = { refusedProducts: refused.map(({ id }) => id) };
  const products = pluralize(refused.length, "product");
  if (await isConfirmed(context, refusal))
    return context.log(
      "check",
      "warning",
      `The index is published without ${products}, because an administrator started the sync again.`,
    );
  await context.saveData(refusal);
  const them = refused.length === 1 ? "it" : "them";
  // An engine's reason may or may not end in a period.
  const sentences = refused.slice(0, MAX_NAMED).map((product) => refusedText(product).replace(/\.?$/, "."));
  if (refused.length > MAX_NAMED) sentences.push("The log names the others.");
  throw conflict(
    `${system} refuses ${products}, so the live index was kept. Correct ${them} in Shopify, or start a new sync within an hour to publish the index without ${them}. ${sentences.join(" ")}`,
  );
}

/**
 * What shoppers can see: active, and on the online store. A product that wasn't read since Backroom mirrors that counts as before.
 * @param p the products' alias
 */
const IS_SHOWN = sql.raw(
  "p.status = 'ACTIVE' AND p.is_published IS NOT FALSE AND coalesce(p.published_at <= now(), true)",
);

/** The next such products by their numbers. @param after the number of the last one that was read, or 0 */
export const readDocuments = (tx: ShopTransaction, after: number, limit: number): Promise<SearchDocument[]> =>
  queryDocuments(tx, sql`p.id > ${after} ORDER BY p.id LIMIT ${limit}`);

/** Those of the products that shoppers can see. */
export const documentsById = (tx: ShopTransaction, numbers: readonly number[]): Promise<SearchDocument[]> =>
  queryDocuments(tx, sql`p.id = ANY(${sql.param([...numbers])}::bigint[]) ORDER BY p.id`);

/** The numbers of products that shoppers can see, in their order. @param after the number before the first one */
export async function readShownIds(tx: ShopTransaction, after: number, limit: number): Promise<number[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`SELECT p.id FROM products_of_shop AS p WHERE ${IS_SHOWN} AND p.id > ${after} ORDER BY p.id LIMIT ${limit}`,
  );
  return rows.map(({ id }) => Number(id));
}

/** How many products shoppers can see. */
export async function countShownProducts(tx: ShopTransaction): Promise<number> {
  const [row] = await queryRows<{ count: string }>(
    tx,
    sql`SELECT count(*) FROM products_of_shop AS p WHERE ${IS_SHOWN}`,
  );
  return Number(row?.count ?? 0);
}

interface DocumentRecord {
  id: string;
  handle: string;
  title: string;
  vendor: string;
  product_type: string;
  tags: string[];
  collections: ProductCollection[];
  media: ProductMedia[];
  metafields: ProductMetafields;
  description_html: string | null;
  created_at: Date;
  published_at: Date | null;
  updated_at: Date;
  currency: string;
  price_from: string | null;
  price_to: string | null;
  compare_from: string | null;
  compare_to: string | null;
  is_available: boolean | null;
  options: VariantOption[][];
  skus: string[];
}

async function queryDocuments(tx: ShopTransaction, rest: SQL): Promise<SearchDocument[]> {
  const rows = await queryRows<DocumentRecord>(
    tx,
    sql`SELECT p.id, p.handle, p.title, p.vendor, p.product_type, p.tags, p.collections, p.media, p.metafields, p.description_html,
               p.created_at, p.published_at, p.updated_at, shops.currency, v.*
          FROM products_of_shop AS p JOIN shops ON shops.shop = p.shop,
               LATERAL (SELECT min(price_cents) AS price_from, max(price_cents) AS price_to,
                               min(compare_at_price_cents) AS compare_from, max(compare_at_price_cents) AS compare_to,
                               bool_or(is_available) AS is_available,
                               coalesce(jsonb_agg(options ORDER BY position, id), '[]') AS options,
                               coalesce(array_agg(sku ORDER BY position, id) FILTER (WHERE sku IS NOT NULL), '{}') AS skus
                          FROM variants_of_shop WHERE product_id = p.id) AS v
         WHERE ${IS_SHOWN} AND ${rest}`,
  );
  return rows.map(documentOf);
}

function documentOf(record: DocumentRecord): SearchDocument {
  const { id, product_type, media, price_from, price_to, compare_from, compare_to, ...rest } = record;
  const { description_html, created_at, published_at, updated_at, is_available, options, ...same } = rest;
  const picture = media.find(({ type }) => type === "IMAGE");
  return {
    ...same,
    id: Number(id),
    productType: product_type,
    image: picture?.src ?? picture?.previewUrl ?? null,
    price: rangeOf(price_from, price_to),
    compareAtPrice: rangeOf(compare_from, compare_to),
    description: description_html === null ? null : textOfHtml(description_html),
    isAvailable: is_available,
    options: optionsOf(options),
    createdAt: created_at,
    publishedAt: published_at,
    updatedAt: updated_at,
  };
}

const rangeOf = (from: string | null, to: string | null) =>
  from === null || to === null ? null : { from: centsFromDatabase(from), to: centsFromDatabase(to) };

/** A product without options has one of Shopify's own, which says nothing. */
const NO_OPTIONS: VariantOption = { name: "Title", value: "Default Title" };

function optionsOf(variants: readonly VariantOption[][]): SearchDocument["options"] {
  const values = new Map<string, Set<string>>();
  for (const { name, value } of variants.flat()) {
    if (name === NO_OPTIONS.name && value === NO_OPTIONS.value) continue;
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return [...values].map(([name, each]) => ({ name, values: [...each] }));
}
