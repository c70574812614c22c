import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { DataOf } from "~/connectors/shopify/operation";
import { collectionById, collectionsPage } from "~/connectors/shopify/operations/collections";
import type { CallContext } from "~/core/context.server";
import { notFound } from "~/platform/errors";
import type { CollectionItem } from "./contract";
import { COLLECTION_GONE } from "./messages";
import type { FilterCollection } from "./publish/revisions.server";

const CACHED_MS = 60_000;

interface CachedList {
  readAt: number;
  collections: Promise<CollectionItem[]>;
}

/** By shop. Collections change rarely, and a large store has many pages of them. */
const cache = new Map<string, CachedList>();

type Context = Pick<CallContext, "shop" | "clock">;

/** The store's collections by title, at most a minute old. @param refresh reads them from Shopify @throws 502 without an answer */
export function readCollections(
  { shop: { domain }, clock }: Context,
  { refresh = false } = {},
): Promise<CollectionItem[]> {
  const now = clock.now().getTime();
  const cached = cache.get(domain);
  if (cached && !refresh && now - cached.readAt < CACHED_MS) return cached.collections;
  const collections = readFromShopify(domain);
  const list = { readAt: now, collections };
  cache.set(domain, list);
  collections.catch(() => {
    if (cache.get(domain) === list) cache.delete(domain);
  });
  return collections;
}

async function readFromShopify(shop: string): Promise<CollectionItem[]> {
  const api = liveAdminApi(shop);
  const found: CollectionItem[] = [];
  for (let after: string | null = null; ; ) {
    const { collections }: DataOf<typeof collectionsPage> = await api.run(collectionsPage, { after });
    found.push(...collections.nodes);
    if (!collections.pageInfo.hasNextPage) return found;
    after = collections.pageInfo.endCursor;
  }
}

/** Shopify's id of a collection. */
export const collectionGid = (collectionId: number): string => `gid://shopify/Collection/${collectionId}`;

/**
 * A collection by its number. One that isn't in the cached list, because it is new, is read by id.
 * @param gone the message when it doesn't exist
 * @throws 404 when it doesn't exist
 */
export async function findCollection(
  context: Context,
  collectionId: number,
  gone = COLLECTION_GONE,
): Promise<FilterCollection> {
  const gid = collectionGid(collectionId);
  const listed = (await readCollections(context)).find(({ id }) => id === gid);
  const found = listed ?? (await readCollection(context.shop.domain, collectionId));
  if (!found) throw notFound(gone);
  return { collectionId, title: found.title };
}

/** A collection as Shopify has it at this moment. Null when it was deleted. */
export async function readCollection(shop: string, collectionId: number): Promise<CollectionItem | null> {
  const { collection } = await liveAdminApi(shop).run(collectionById, { id: collectionGid(collectionId) });
  return collection;
}
