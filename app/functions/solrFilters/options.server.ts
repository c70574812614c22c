import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { isMetafieldName, optionFilter, optionOf } from "~/domain/search/index-fields";
import { metafieldValues, NUMBER_TYPES } from "~/domain/search/search-document";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { MAX_LISTED_OPTIONS, type StoredOptions } from "./merge-options";

/** Longer values are texts, not options. */
const MAX_OPTION_LENGTH = 255;

/** By filter: its values among a collection's active products, each with its number of products. */
type OptionValues = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Reads the values that filters have in a collection, in one statement. Each item of a list is a value of its own, and values are
 * as the Solr index has them. At most `MAX_LISTED_OPTIONS` of each filter are listed, those that the most products have, and in addition all
 * that have settings.
 * @param filters their names with their stored options. The price has no values: it is filtered by ranges
 */
export async function readOptions(
  tx: ShopTransaction,
  collectionId: number,
  filters: ReadonlyMap<string, StoredOptions>,
): Promise<OptionValues> {
  const names = [...filters.keys()];
  const values = new Map<string, Map<string, number>>(names.map((name) => [name, new Map()]));
  if (names.length === 0) return values;
  const stored = JSON.stringify(
    Object.fromEntries([...filters].map(([name, options]) => [name, Object.keys(options)])),
  );
  // As a sync sends them.
  const isMember = sql`status = 'ACTIVE' AND is_published IS NOT FALSE AND coalesce(published_at <= now(), true) AND collections @> ${JSON.stringify([{ id: collectionId }])}::jsonb`;
  const isWanted = (name: string) => sql`${name} = ANY(${sql.param(names)}::text[])`;
  const rows = await queryRows<{ field: string; type: string; value: string; products: number }>(
    tx,
    sql`WITH metafield AS MATERIALIZED (${metafieldsOf(isMember, names.filter(isMetafieldName))}),
        typed AS (
          SELECT field, metafield ->> 'type' AS type, metafield ->> 'value' AS value, products FROM metafield
        ), found AS (
          SELECT 'vendor' AS field, '' AS type, vendor AS value, count(*) AS products FROM products_of_shop
           WHERE ${isMember} AND ${isWanted("vendor")} GROUP BY vendor
          UNION ALL SELECT 'product_type', '', product_type, count(*) FROM products_of_shop
           WHERE ${isMember} AND ${isWanted("product_type")} GROUP BY product_type
          UNION ALL SELECT 'tags', '', tag, count(*) FROM products_of_shop CROSS JOIN unnest(tags) AS tag
           WHERE ${isMember} AND ${isWanted("tags")} GROUP BY tag
          UNION ALL SELECT 'availability', '', is_available::text, count(*)
            FROM (SELECT bool_or(is_available) AS is_available FROM products_of_shop AS product
                    JOIN variants_of_shop AS variant ON variant.product_id = product.id
                   WHERE ${isMember} AND ${isWanted("availability")} GROUP BY product.id) AS product
           WHERE is_available IS NOT NULL GROUP BY is_available
          UNION ALL SELECT ${optionFilter("")} || lower(option ->> 'name'), '', option ->> 'value', count(DISTINCT product.id)
            FROM products_of_shop AS product JOIN variants_of_shop AS variant ON variant.product_id = product.id
           CROSS JOIN jsonb_array_elements(variant.options) AS option
           WHERE ${names.some((name) => optionOf(name) !== null)} AND ${isMember}
             AND ${optionFilter("")} || lower(option ->> 'name') = ANY(${sql.param(names)}::text[]) GROUP BY 1, 3
          UNION ALL SELECT field, type, value, products FROM typed WHERE type NOT LIKE 'list.%'
          UNION ALL SELECT field, substr(type, length('list.') + 1), item.value, sum(products)
            FROM typed CROSS JOIN LATERAL (SELECT DISTINCT value FROM jsonb_array_elements_text(typed.value::jsonb)) AS item
           WHERE type LIKE 'list.%' GROUP BY field, type, item.value
        ), ranked AS (
          SELECT *, row_number() OVER (PARTITION BY field ORDER BY products DESC, value) AS place FROM found
           WHERE value <> '' AND length(value) <= ${MAX_OPTION_LENGTH}
        )
        SELECT field, type, value, products::int FROM ranked
         WHERE place <= ${MAX_LISTED_OPTIONS} OR ${stored}::jsonb -> field ? value
               OR type = ANY(${sql.param(NUMBER_TYPES)}::text[]) ORDER BY field, place`,
  );
  for (const { field, type, value, products } of rows) {
    const ofField = values.get(field);
    // Several rows can be one option: "5" and "5.0" are one number, and a metafield may have had other types.
    const option = String(metafieldValues({ type, value }).values[0]);
    ofField?.set(option, (ofField.get(option) ?? 0) + products);
  }
  return new Map([...values].map(([name, found]) => [name, listedOptions(found, filters.get(name) ?? {})]));
}

/** Numbers are limited only here, after equal ones are merged. */
function listedOptions(values: ReadonlyMap<string, number>, stored: StoredOptions) {
  const mostFirst = [...values].toSorted(([, a], [, b]) => b - a);
  return new Map(
    mostFirst.filter(([option], place) => place < MAX_LISTED_OPTIONS || Object.hasOwn(stored, option)),
  );
}

/**
 * Metafields with the number of products that have exactly this value. Their lists are split later: a collection has far fewer
 * different values than products.
 */
const metafieldsOf = (isMember: SQL, names: readonly string[]): SQL =>
  sql`SELECT each_metafield.name AS field, each_metafield.metafield, count(*) AS products
        FROM products_of_shop CROSS JOIN jsonb_each(metafields) AS each_metafield (name, metafield)
       WHERE ${names.length > 0} AND ${isMember} AND each_metafield.name = ANY(${sql.param(names)}::text[])
       GROUP BY each_metafield.name, each_metafield.metafield`;
