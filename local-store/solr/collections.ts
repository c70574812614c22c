import type { Store } from "../data/database.ts";

/** A collection with its config set. */
interface Collection {
  name: string;
  config_set: string;
}

/** The names of a shop's collections. */
export async function listCollections(store: Store, shop: string): Promise<string[]> {
  const { rows } = await store.pool.query<{ name: string }>(
    "SELECT name FROM solr_collections WHERE shop = $1 ORDER BY name",
    [shop],
  );
  return rows.map(({ name }) => name);
}

/** The collection of each alias. */
export async function listAliases(store: Store, shop: string): Promise<Record<string, string>> {
  const { rows } = await store.pool.query<{ alias: string; collection: string }>(
    "SELECT alias, collection FROM solr_aliases WHERE shop = $1 ORDER BY alias",
    [shop],
  );
  return Object.fromEntries(rows.map(({ alias, collection }) => [alias, collection]));
}

/** The collection with this name, or that an alias with this name points to. */
export async function findCollection(
  store: Store,
  shop: string,
  name: string,
): Promise<Collection | undefined> {
  const { rows } = await store.pool.query<Collection>(
    `SELECT name, config_set FROM solr_collections
      WHERE shop = $1 AND name = coalesce((SELECT collection FROM solr_aliases WHERE shop = $1 AND alias = $2), $2)`,
    [shop, name],
  );
  return rows[0];
}

/** A text of Solr's when the request is refused. */
type Refusal = string | undefined;

/** The only config set. */
const CONFIG_SET = "_default";

export async function createCollection(
  store: Store,
  shop: string,
  name: string,
  configSet: string,
): Promise<Refusal> {
  if (configSet !== CONFIG_SET) return `Can not find the specified config set: ${configSet}`;
  const { rowCount } = await store.pool.query(
    "INSERT INTO solr_collections (shop, name, config_set) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [shop, name, configSet],
  );
  return rowCount === 0 ? `collection already exists: ${name}` : undefined;
}

export async function deleteCollection(store: Store, shop: string, name: string): Promise<Refusal> {
  const aliases = await listAliases(store, shop);
  const alias = Object.keys(aliases).find((each) => aliases[each] === name);
  if (alias)
    return `Collection : ${name} is part of aliases: [${alias}], remove or modify the aliases before removing`;
  const { rowCount } = await store.pool.query("DELETE FROM solr_collections WHERE shop = $1 AND name = $2", [
    shop,
    name,
  ]);
  if (rowCount === 0) return `Could not find collection : ${name}`;
  for (const table of ["solr_documents", "solr_updates"])
    await store.pool.query(`DELETE FROM ${table} WHERE shop = $1 AND collection = $2`, [shop, name]);
  return undefined;
}

export async function setAlias(
  store: Store,
  shop: string,
  alias: string,
  collection: string,
): Promise<Refusal> {
  const names = await listCollections(store, shop);
  if (names.includes(alias)) return `A collection with the name ${alias} exists.`;
  if (!names.includes(collection))
    return `Can't create collection alias for collections='${collection}', '${collection}' is not an existing collection or alias`;
  await store.pool.query(
    `INSERT INTO solr_aliases (shop, alias, collection) VALUES ($1, $2, $3)
     ON CONFLICT (shop, alias) DO UPDATE SET collection = excluded.collection`,
    [shop, alias, collection],
  );
  return undefined;
}
