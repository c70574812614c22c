import { and, eq } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { readShop } from "~/platform/db/read-shop.server";
import { answeredFilter, type Configuration } from "./collection-filter-store.server";
import { readStoredDefinitions } from "./definition-store.server";
import { mergeOptions } from "./merge-options";
import { findCollection } from "./read-collections.server";
import { readOptions } from "./read-options.server";
import { sortCollectionFilters } from "./sort-filters";
import { collectionFilters } from "./tables.server";

/**
 * The active filters of a collection, included ones first, with the options of those that are included.
 * @param optionsOf which filters are answered with their options
 * @throws 404 for a collection that doesn't exist
 */
export async function listCollectionFilters(
  context: CallContext,
  collectionId: number,
  optionsOf: (name: string) => boolean,
): Promise<Configuration[]> {
  await findCollection(context, collectionId);
  const { domain } = context.shop;
  const { definitions, stored, values } = await readShop(domain, async (tx) => {
    const active = (await readStoredDefinitions(tx, domain)).filter((definition) => definition.active);
    const isOfCollection = and(
      eq(collectionFilters.shop, domain),
      eq(collectionFilters.collectionId, collectionId),
    );
    const rows = await tx.select().from(collectionFilters).where(isOfCollection);
    const activeNames = new Set(active.map(({ name }) => name));
    const wanted = rows.filter(({ name, included }) => included && activeNames.has(name) && optionsOf(name));
    const options = new Map(wanted.map((row) => [row.name, row.options]));
    const values = await readOptions(tx, collectionId, options);
    return { definitions: active, stored: new Map(rows.map((row) => [row.name, row])), values };
  });
  const filters = definitions.map((definition) =>
    answeredFilter(definition, collectionId, stored.get(definition.name)),
  );
  return sortCollectionFilters(filters).map((filter) => {
    const found = values.get(filter.name);
    return { filter, options: found ? mergeOptions(found, stored.get(filter.name)?.options ?? {}) : [] };
  });
}
