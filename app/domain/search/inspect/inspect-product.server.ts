import { sql } from "drizzle-orm";
import { z } from "zod";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { containsIndexed } from "~/core/lists/search.server";
import { findOpenSync } from "~/core/syncs/define-sync.server";
import type { Flag } from "~/platform/auth/permission";
import { formatInputDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound, Refusal } from "~/platform/errors";
import { formatMoney } from "~/platform/money/format-money";
import { PRODUCT_FIELDS, type ProductField } from "../index-fields";
import type { SearchDocument } from "../search-document";
import type { SearchEngine } from "../search-engine";
import { documentsById } from "../send-documents.server";
import { compareRecords } from "./compare-records";
import { enginesFor, inTime, openPublished, type SyncedEngine } from "./search-engines.server";
import { availabilityText, shownValue } from "./shown-value";

/** A page waits for the answer. */
const ANSWER_WITHIN_MS = 15_000;

const engineValue = z.object({
  found: z.string().nullable(),
  sent: z.string().nullable(),
  isSame: z.boolean(),
  /** Whether the engine's answers have the field. What they don't have can't be compared. */
  isReturned: z.boolean(),
});

export const inspection = z.object({
  product: z.object({
    id: z.number().int(),
    title: z.string(),
    handle: z.string(),
    /** ACTIVE, ARCHIVED, DRAFT or UNLISTED. */
    status: z.string(),
    isPublished: z.boolean().nullable(),
    /** Whether it is among the products that are sent. */
    isShown: z.boolean(),
  }),
  engines: z.array(
    z.object({
      name: z.string(),
      system: z.string(),
      state: z.enum(["same", "different", "missing", "extra", "absent"]).nullable(),
      /** Why it couldn't be read. */
      problem: z.string().nullable(),
      /** A change of the product is about to be sent. */
      isWaiting: z.boolean(),
    }),
  ),
  rows: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** In Backroom's copy of the store. */
      here: z.string(),
      /** By the engine's name. An engine without the field isn't here. */
      engines: z.record(z.string(), engineValue),
    }),
  ),
});
export type Inspection = z.infer<typeof inspection>;

/** A product as Backroom has it, beside its record in each search engine that the administrator may see. @throws 404 */
export async function inspectProduct(
  { shop: { domain, currency, timeZone }, administrator }: CallContext,
  text: string,
): Promise<Inspection> {
  const { product, document } = await withShop(domain, async (tx) => {
    const product = await findProduct(tx, text);
    return { product, document: (await documentsById(tx, [product.id]))[0] };
  });
  const engines = await enginesFor(domain, administrator);
  const read = await Promise.all(engines.map((engine) => readFrom(domain, engine, product.id, document)));
  const here = hereOf(product, document, timeZone);
  const shown = (name: string, text: string | null) =>
    text === null ? null : shownValue(name, text, { currency, timeZone });
  const names = new Set([...here.keys(), ...read.flatMap(({ fields }) => fields.map(({ name }) => name))]);
  return {
    product: { ...product, isShown: document !== undefined },
    engines: read.map(({ fields: _fields, ...engine }) => engine),
    rows: [...names].map((name) => ({
      name,
      label: LABELS[name] ?? name,
      here: here.get(name) ?? "",
      engines: Object.fromEntries(
        read.flatMap((engine) =>
          engine.fields
            .filter((field) => field.name === name)
            .map(({ found, sent, isSame, isReturned }) => [
              engine.name,
              {
                // Engines also have the handles and the numbers of collections, in the same order.
                found: isSame && name === "collections" ? (here.get(name) ?? "") : shown(name, found),
                sent: shown(name, sent),
                isSame,
                isReturned,
              },
            ]),
        ),
      ),
    })),
  };
}

const LABELS: Readonly<Record<string, string>> = { title: "Title", handle: "Handle", ...PRODUCT_FIELDS };

async function readFrom(
  shop: string,
  synced: SyncedEngine,
  id: number,
  document: SearchDocument | undefined,
) {
  const { name, system } = synced;
  const isWaiting = await withShop(shop, (tx) => isQueued(tx, shop, synced, id));
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const engine = await openPublished(shop, synced, signal);
    const record = (await inTime(synced, signal, engine.readRecords([id]))).get(id);
    const { state, fields } = compareRecords(engine, document, record);
    const compared = fields.map((field) => ({ ...field, isReturned: true }));
    const unread = record ? unreadMetafields(engine, document) : [];
    return { name, system, isWaiting, problem: null, state, fields: [...compared, ...unread] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, system, isWaiting, problem: error.message, state: null, fields: [] };
  }
}

/** The product's metafields that the index has and that its answers leave out: they can't be compared. */
function unreadMetafields({ fields: { metafields } }: SearchEngine, document: SearchDocument | undefined) {
  const names = (metafields ?? []).filter(({ output }) => !output).map(({ name }) => name);
  return names
    .filter((name) => document && Object.hasOwn(document.metafields, name))
    .map((name) => ({ name, sent: null, found: null, isSame: true, isReturned: false }));
}

async function isQueued(
  tx: ShopTransaction,
  shop: string,
  { name }: SyncedEngine,
  id: number,
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    "SELECT 1 FROM search_changes WHERE shop = $1 AND engine = $2 AND product_id = $3",
    [shop, name, id],
  );
  return rowCount === 1;
}

/** The product's own values as people read them. */
function hereOf(
  product: FoundProduct,
  document: SearchDocument | undefined,
  timeZone: string,
): Map<string, string> {
  const values = new Map([
    ["title", product.title],
    ["handle", product.handle],
  ]);
  if (!document) return values;
  const { currency, isAvailable, metafields } = document;
  const range = (price: SearchDocument["price"]) =>
    price === null
      ? ""
      : price.from === price.to
        ? formatMoney(price.from, currency)
        : `${formatMoney(price.from, currency)} to ${formatMoney(price.to, currency)}`;
  const moment = (at: Date | null) => (at ? formatInputDateTime(at, timeZone) : "");
  const own: Record<ProductField, string> = {
    description: document.description ?? "",
    vendor: document.vendor,
    productType: document.productType,
    tags: document.tags.join(", "),
    collections: document.collections.map(({ title }) => title).join(", "),
    image: document.image ?? "",
    price: range(document.price),
    compareAtPrice: range(document.compareAtPrice),
    availability: isAvailable === null ? "" : availabilityText(isAvailable),
    options: document.options.map(({ name, values }) => `${name}: ${values.join(", ")}`).join("; "),
    skus: document.skus.join(", "),
    createdAt: moment(document.createdAt),
    publishedAt: moment(document.publishedAt),
    updatedAt: moment(document.updatedAt),
  };
  for (const [name, text] of Object.entries(own)) values.set(name, text);
  for (const [name, { value }] of Object.entries(metafields)) values.set(name, value);
  return values;
}

export const productSent = auditAction<null, { product: string; engines: string }>(
  "search.product-sent",
  "Sent a product to the search engines",
);

/**
 * Sends a product to all engines that the administrator may see, or removes it where shoppers mustn't find it. It is also queued:
 * a change during the request is sent afterwards.
 * @returns the names of the engines
 * @throws 404, 409 while a sync runs or where no engine is set up or no index is published, 502 when an engine refuses or doesn't answer
 */
export async function sendProduct(
  { shop: { domain }, administrator }: CallContext,
  { product: text, flag }: { product: string; flag: Flag },
): Promise<{ title: string; systems: string[]; isRemoved: boolean }> {
  const engines = await enginesFor(domain, administrator);
  if (engines.length === 0)
    throw conflict("No search engine is set up for this shop. The account owner can do it on Settings.");
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const opened = [];
  for (const synced of engines) {
    if (await withShop(domain, (tx) => findOpenSync(tx, domain, synced.sync)))
      throw conflict(
        `A sync with ${synced.system} is running, and sends this product. Wait until it has ended.`,
      );
    opened.push({ synced, engine: await openPublished(domain, synced, signal) });
  }
  const product = await withShop(domain, (tx) => findProduct(tx, text));
  await withShop(domain, async (tx) => {
    for (const { queue } of engines) await queue(tx, domain, [product.id]);
    await recordAudit(tx, domain, productSent, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: null,
      after: { product: product.title, engines: engines.map(({ system }) => system).join(", ") },
      flag,
    });
  });
  const [document] = await withShop(domain, (tx) => documentsById(tx, [product.id]));
  for (const { synced, engine } of opened)
    await inTime(synced, signal, engine.update(document ? [document] : [], document ? [] : [product.id]));
  return { title: product.title, systems: engines.map(({ system }) => system), isRemoved: !document };
}

/** A product of the mirror that an administrator named. */
interface FoundProduct {
  id: number;
  title: string;
  handle: string;
  status: string;
  isPublished: boolean | null;
}

/** How many products a refusal names. */
const MAX_NAMED = 5;

/**
 * The product with an id, a handle, a SKU or a title, or the only one whose title has all the words. Each is looked for by its own index.
 * @throws 404, 409 when several titles fit
 */
async function findProduct(tx: ShopTransaction, text: string): Promise<FoundProduct> {
  const [exact] = await readProducts(tx, exactIds(text), 1);
  if (exact) return exact;
  const titled = await readProducts(tx, titledIds(text), MAX_NAMED + 1);
  const [first, second] = titled;
  if (!first)
    throw notFound(
      "No product has this ID, handle, SKU or title. Check it, or search on the tab Test search.",
    );
  if (!second) return first;
  const named = titled.slice(0, MAX_NAMED).map(({ title }) => title);
  throw conflict(
    `${titled.length > MAX_NAMED ? "Many" : "Several"} products have this in their titles, such as ${named.join(", ")}. Enter the whole title, the handle or a SKU.`,
  );
}

const exactIds = (text: string) => {
  const id = /(?:^|\/)(\d{1,16})$/.exec(text)?.[1] ?? null;
  return sql`SELECT id, 1 AS rank FROM products_of_shop WHERE id = ${id}::bigint
             UNION ALL SELECT id, 2 FROM products_of_shop WHERE handle = ${text.toLowerCase()}
             UNION ALL (SELECT product_id, 3 FROM variants_of_shop WHERE sku = ${text} ORDER BY product_id LIMIT 1)
             UNION ALL SELECT id, 4 FROM products_of_shop WHERE lower(title) = lower(${text})`;
};

const titledIds = (text: string) =>
  sql`(SELECT id, 5 AS rank FROM products_of_shop WHERE ${containsIndexed(sql`lower(title)`, text, [" ", "-"])} LIMIT ${MAX_NAMED + 1})`;

async function readProducts(
  tx: ShopTransaction,
  ids: ReturnType<typeof sql>,
  limit: number,
): Promise<FoundProduct[]> {
  const rows = await queryRows<Omit<FoundProduct, "id"> & { id: string }>(
    tx,
    sql`SELECT p.id, title, handle, status, is_published AS "isPublished"
          FROM (SELECT id, min(rank) AS rank FROM (${ids}) AS named GROUP BY id) AS found JOIN products_of_shop AS p ON p.id = found.id
         ORDER BY rank, p.id LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
