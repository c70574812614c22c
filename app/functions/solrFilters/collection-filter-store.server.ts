import { and, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { readShop } from "~/platform/db/read-shop.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import type { CollectionFilter } from "./contract";
import { answeredDefinition, lockActiveDefinition, type StoredDefinition } from "./definition-store.server";
import { type FilterOption, mergeOptions, type StoredOptions } from "./merge-options";
import { notIncluded, unknownFilter } from "./messages";
import { readOptions } from "./read-options.server";
import { collectionFilters, filterDefinitions } from "./tables.server";

/** A collection's filter as it is stored. */
export type StoredCollectionFilter = typeof collectionFilters.$inferSelect;

/** Which filter of which collection. */
export interface FilterKey {
  collectionId: number;
  name: string;
}

const isFilter = (shop: string, { collectionId, name }: FilterKey) =>
  and(
    eq(collectionFilters.shop, shop),
    eq(collectionFilters.collectionId, collectionId),
    eq(collectionFilters.name, name),
  );

/** A collection's filter as the calls answer it. @param stored undefined before it was included for the first time */
export const answeredFilter = (
  definition: StoredDefinition,
  collectionId: number,
  stored: StoredCollectionFilter | undefined,
): CollectionFilter => ({
  ...answeredDefinition(definition),
  ...stored?.settings,
  version: stored?.version ?? 0,
  collection: String(collectionId),
  included: stored?.included ?? false,
});

/** Locks a collection's filter. Undefined before it was included for the first time. */
export async function lockCollectionFilter(
  tx: ShopTransaction,
  shop: string,
  key: FilterKey,
): Promise<StoredCollectionFilter | undefined> {
  const [stored] = await tx.select().from(collectionFilters).where(isFilter(shop, key)).for("update");
  return stored;
}

/** Locks an active filter that the collection includes. @throws 404 for a field that no product has, 409 when it isn't active or included */
export async function lockIncludedFilter(
  tx: ShopTransaction,
  shop: string,
  key: FilterKey,
): Promise<StoredCollectionFilter> {
  await lockActiveDefinition(tx, shop, key.name);
  const stored = await lockCollectionFilter(tx, shop, key);
  if (!stored?.included) throw conflict(notIncluded(key.name));
  return stored;
}

/** A statement takes at most 65,535 parameters. */
const ROWS_PER_INSERT = 1_000;

/** Stores filters of collections, new or changed. */
export async function saveCollectionFilters(
  tx: ShopTransaction,
  rows: readonly StoredCollectionFilter[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await tx
      .insert(collectionFilters)
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflictDoUpdate({
        target: [collectionFilters.shop, collectionFilters.collectionId, collectionFilters.name],
        set: {
          included: sql`excluded.included`,
          settings: sql`excluded.settings`,
          options: sql`excluded.options`,
          version: sql`excluded.version`,
        },
      });
  }
}

/** A filter of a collection with its options. */
export interface Configuration {
  filter: CollectionFilter;
  options: FilterOption[];
}

/** Reads a filter of a collection as it is now, with its options if it is included. */
export async function readConfiguration(
  { shop: { domain } }: Pick<CallContext, "shop">,
  key: FilterKey,
): Promise<Configuration> {
  const { collectionId, name } = key;
  const { definition, stored, values } = await readShop(domain, async (tx) => {
    const isDefinition = and(eq(filterDefinitions.shop, domain), eq(filterDefinitions.name, name));
    const [found] = await tx.select().from(filterDefinitions).where(isDefinition);
    const [filter] = await tx.select().from(collectionFilters).where(isFilter(domain, key));
    const wanted: [string, StoredOptions][] = filter?.included ? [[name, filter.options]] : [];
    const options = await readOptions(tx, collectionId, new Map(wanted));
    return { definition: found, stored: filter, values: options.get(name) };
  });
  if (!definition) throw notFound(unknownFilter(name));
  return {
    filter: answeredFilter(definition, collectionId, stored),
    options: values ? mergeOptions(values, stored?.options ?? {}) : [],
  };
}
