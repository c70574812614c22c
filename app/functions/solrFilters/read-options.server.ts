import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isMetafield } from "./fields";

/** Of each filter. Those that the most products have come first. */
const MAX_OPTIONS = 1_000;
/** Longer values are texts, not options. */
const MAX_OPTION_LENGTH = 255;

/** By filter: its values among a collection's active products, each with its number of products. */
export type OptionValues = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Reads the values that filters have in a collection, in one statement. Each item of a list is a value of its own.
 * @param names of the filters. The price has no values: it is filtered by ranges
 */
export async function readOptions(
  tx: ShopTransaction,
  collectionId: number,
  names: readonly string[],
): Promise<OptionValues> {
  const values = new Map<string, Map<string, number>>(names.map((name) => [name, new Map()]));
  if (names.length === 0) return values;
  const member = JSON.stringify([{ id: collectionId }]);
  const metafields = names.filter(isMetafield);
  const rows = await queryRows<{ field: string; value: string; products: number }>(
    tx,
    sql`WITH members AS MATERIALIZED (
          SELECT vendor, product_type, tags, metafields FROM products_of_shop
           WHERE status = 'ACTIVE' AND collections @> ${member}::jsonb
        ), found AS (
          SELECT 'vendor' AS field, vendor AS value FROM members
          UNION ALL SELECT 'product_type', product_type FROM members
          UNION ALL SELECT 'tags', tag FROM members CROSS JOIN unnest(tags) AS tag
          UNION ALL SELECT wanted.name, item.value
            FROM members CROSS JOIN unnest(${sql.param(metafields)}::text[]) AS wanted (name)
           CROSS JOIN LATERAL (SELECT metafields -> wanted.name ->> 'type' AS type, metafields -> wanted.name ->> 'value' AS value) AS metafield
           CROSS JOIN LATERAL (
             SELECT DISTINCT value FROM jsonb_array_elements_text(
               CASE WHEN metafield.type LIKE 'list.%' THEN metafield.value::jsonb ELSE jsonb_build_array(metafield.value) END
             )
           ) AS item
           WHERE members.metafields ? wanted.name
        ), counted AS (
          SELECT field, value, count(*)::int AS products FROM found
           WHERE field = ANY(${sql.param([...names])}::text[]) AND value <> '' AND length(value) <= ${MAX_OPTION_LENGTH}
           GROUP BY field, value
        ), ranked AS (
          SELECT *, row_number() OVER (PARTITION BY field ORDER BY products DESC, value) AS place FROM counted
        )
        SELECT field, value, products FROM ranked WHERE place <= ${MAX_OPTIONS} ORDER BY field, place`,
  );
  for (const { field, value, products } of rows) values.get(field)?.set(value, products);
  return values;
}
