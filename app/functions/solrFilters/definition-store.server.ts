import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import type { FilterDefinition } from "./contract";
import { BUILT_IN_FIELDS, dataTypeOf, initialSettings } from "./fields";
import { inactive, unknownFilter } from "./messages";
import { readMetafieldType } from "./read-metafield-type.server";
import type { DataType } from "./settings";
import { filterDefinitions } from "./tables.server";

/** A definition as it is stored. */
export type StoredDefinition = typeof filterDefinitions.$inferSelect;

const isDefinition = (shop: string, name: string) =>
  and(eq(filterDefinitions.shop, shop), eq(filterDefinitions.name, name));

/** All definitions that were activated or changed. */
export const readStoredDefinitions = (tx: ShopTransaction, shop: string): Promise<StoredDefinition[]> =>
  tx.select().from(filterDefinitions).where(eq(filterDefinitions.shop, shop));

/** The definition of a field before its first change. */
export const initialDefinition = (shop: string, name: string, type: DataType): StoredDefinition => ({
  shop,
  name,
  active: false,
  settings: initialSettings(name),
  type,
  output: false,
  search: false,
  version: 0,
});

/** A definition as the calls answer it. */
export const answeredDefinition = ({
  shop: _shop,
  settings,
  ...rest
}: StoredDefinition): FilterDefinition => ({
  ...rest,
  ...settings,
});

/** Locks a field's definition, and stores it if it is the first time. @throws 404 for a field that no product has */
export async function lockDefinition(
  tx: ShopTransaction,
  shop: string,
  name: string,
): Promise<StoredDefinition> {
  const select = () => tx.select().from(filterDefinitions).where(isDefinition(shop, name)).for("update");
  const [stored] = await select();
  if (stored) return stored;
  const builtIn = Object.hasOwn(BUILT_IN_FIELDS, name) ? BUILT_IN_FIELDS[name] : undefined;
  const metafieldType = builtIn ? null : await readMetafieldType(tx, name);
  const type = builtIn ?? (metafieldType === null ? null : dataTypeOf(metafieldType));
  if (!type) throw notFound(unknownFilter(name));
  // Two requests may store the same field at the same time.
  await tx
    .insert(filterDefinitions)
    .values(initialDefinition(shop, name, type))
    .onConflictDoNothing();
  const [added] = await select();
  if (!added) throw new Error("The definition wasn't stored.");
  return added;
}

/** Locks an active definition. @throws 404 for a field that no product has, 409 when it isn't active */
export async function lockActiveDefinition(
  tx: ShopTransaction,
  shop: string,
  name: string,
): Promise<StoredDefinition> {
  const definition = await lockDefinition(tx, shop, name);
  if (!definition.active) throw conflict(inactive(name));
  return definition;
}

/** Stores a changed definition. */
export async function saveDefinition(
  tx: ShopTransaction,
  { shop, name, ...changed }: StoredDefinition,
): Promise<void> {
  await tx.update(filterDefinitions).set(changed).where(isDefinition(shop, name));
}
