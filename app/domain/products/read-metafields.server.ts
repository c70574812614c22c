import type { DataOf } from "~/connectors/shopify/operation";
import { productMetafieldDefinitions } from "~/connectors/shopify/operations/metafields";
import type { AdminApi } from "~/connectors/shopify/port";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The names of the product metafield definitions by `namespace.key`, read from Shopify. */
export async function readDefinedMetafields(adminApi: AdminApi): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let after: string | null = null;
  do {
    const page: DefinitionsPage = await adminApi.run(productMetafieldDefinitions, { after });
    const { nodes, pageInfo }: DefinitionsPage["metafieldDefinitions"] = page.metafieldDefinitions;
    for (const { namespace, key, name } of nodes) names.set(`${namespace}.${key}`, name);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  return names;
}

type DefinitionsPage = DataOf<typeof productMetafieldDefinitions>;

/** What the mirror's products had at a time, such as metafields. */
interface UsedFields {
  /** Of each field, by its name: the type of a metafield, or how an option is spelled. */
  types: Record<string, string>;
  /** How many products on the online store had it at the last reading of all products. */
  products?: Record<string, number>;
  /** ISO instants: the last reading, and the last one of all products. */
  readAt: string;
  allReadAt: string;
}

/** The settings with what is used. */
export const USED_METAFIELDS = "products.metafieldTypes";
export const USED_OPTIONS = "products.optionNames";

/** A row of the mirror has the time when its reading of Shopify began. It is committed at most this much later. */
const COMMIT_WITHIN_MS = 3_600_000;

/**
 * The type of each metafield that a product in the mirror has, with or without a definition, by `namespace.key`. Reading 50,000 products
 * takes about half a second, so all of them are read only after a rebuild of the mirror. In between, only those that were mirrored
 * since: a metafield that no product has any longer stays until the next rebuild.
 */
export const readUsedMetafields = (tx: ShopTransaction, shop: string): Promise<ReadonlyMap<string, string>> =>
  readUsed(tx, shop, USED_METAFIELDS, METAFIELD_TYPES);

/** The options of products, such as size and color, by their names in lower case, with how most are spelled. As new as the metafields. */
export const readUsedOptions = (tx: ShopTransaction, shop: string): Promise<ReadonlyMap<string, string>> =>
  readUsed(tx, shop, USED_OPTIONS, OPTION_NAMES);

/**
 * How many products on the online store had each metafield when all products were last read, by `namespace.key`: counting them takes as long
 * as reading them. A metafield that was used first since then has no count. Call it after `readUsedMetafields`.
 */
export async function readMetafieldCounts(
  tx: ShopTransaction,
  shop: string,
): Promise<ReadonlyMap<string, number>> {
  const stored = (await readSetting(tx, shop, USED_METAFIELDS)) as UsedFields | undefined;
  return new Map(Object.entries(stored?.products ?? {}));
}

/** @param statement answers name, type and count of what products have that were mirrored since $1 */
async function readUsed(
  tx: ShopTransaction,
  shop: string,
  key: string,
  statement: string,
): Promise<ReadonlyMap<string, string>> {
  const stored = (await readSetting(tx, shop, key)) as UsedFields | undefined;
  const { now, isRebuilt } = await readMirrorState(tx, shop, stored?.allReadAt);
  // An earlier release stored no counts.
  const last = isRebuilt || !stored?.products ? undefined : stored;
  const since = last && new Date(Date.parse(last.readAt) - COMMIT_WITHIN_MS);
  const { rows: found } = await tx.$client.query<{ name: string; type: string; products: number }>(
    statement,
    [since?.toISOString() ?? null],
  );
  const isNew = !last || found.some(({ name, type }) => last.types[name] !== type);
  const isStale = last && found.length > 0 && now.getTime() - Date.parse(last.readAt) > COMMIT_WITHIN_MS;
  const types = { ...last?.types, ...Object.fromEntries(found.map(({ name, type }) => [name, type])) };
  if (isNew || isStale) {
    const readAt = now.toISOString();
    const products =
      last?.products ?? Object.fromEntries(found.map(({ name, products }) => [name, products]));
    const value: UsedFields = { types, products, readAt, allReadAt: last?.allReadAt ?? readAt };
    await writeSetting(tx, shop, { key, value }, { by: "Backroom", at: now });
  }
  return new Map(Object.entries(types));
}

/** @param since of the last reading of all products. A rebuild right before it may have been committed after it */
async function readMirrorState(tx: ShopTransaction, shop: string, since = "-infinity") {
  const { rows } = await tx.$client.query<{ now: Date; isRebuilt: boolean }>(
    `SELECT now() AS now, EXISTS (SELECT FROM mirrors WHERE shop = $1 AND name = 'products'
       AND rebuilt_at > $2::timestamptz - interval '5 minutes') AS "isRebuilt"`,
    [shop, since],
  );
  return rows[0] as { now: Date; isRebuilt: boolean };
}

const METAFIELD_TYPES = `SELECT name, max(metafield ->> 'type') AS type,
       count(*) FILTER (WHERE status = 'ACTIVE' AND is_published IS NOT FALSE)::int AS products
  FROM products_of_shop CROSS JOIN jsonb_each(metafields) AS each_metafield (name, metafield)
 WHERE $1::timestamptz IS NULL OR mirrored_at >= $1::timestamptz
 GROUP BY name`;

/** The variants of a product have the same options, so the first one is enough. */
const OPTION_NAMES = `SELECT lower(option ->> 'name') AS name, mode() WITHIN GROUP (ORDER BY option ->> 'name') AS type,
       count(*) FILTER (WHERE status = 'ACTIVE' AND is_published IS NOT FALSE)::int AS products
  FROM products_of_shop AS product
  JOIN variants_of_shop AS variant ON variant.product_id = product.id AND variant.position = 1
 CROSS JOIN jsonb_array_elements(variant.options) AS option
 WHERE ($1::timestamptz IS NULL OR mirrored_at >= $1::timestamptz) AND option ->> 'name' <> 'Title'
 GROUP BY 1`;
