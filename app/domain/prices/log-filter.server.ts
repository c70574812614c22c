import { type SQL, sql } from "drizzle-orm";
import { defineListQuery } from "~/core/lists/list-query.server";
import { storedSkuContains } from "~/domain/products/sku-search.server";
import { STORE_PRICE } from "./tables.server";

/** Which entries of the price log. Absent bounds don't restrict it. */
export interface LogFilter {
  /** From this instant on. */
  from?: Date;
  /** Up to but not including this instant. */
  until?: Date;
  /** A part of the SKU, in any case. */
  sku: string;
  /** False where the page can't show whose price an entry is. */
  withPriceLists: boolean;
}

/** The condition of a filter over `price_log_of_shop`, without its SKU. */
export const isInScope = ({ from, until, withPriceLists }: Omit<LogFilter, "sku">): SQL =>
  sql.join(
    [
      from ? sql`changed_at >= ${from}` : sql`true`,
      ...(until ? [sql`changed_at < ${until}`] : []),
      ...(withPriceLists ? [] : [sql`price_list_id = ${sql.raw(String(STORE_PRICE))}`]),
    ],
    sql` AND `,
  );

/** The price log, for exports. `listPriceLog` reads pages, and finds them at any depth. */
export const priceLogQuery = defineListQuery<LogFilter>({
  from: sql`price_log_of_shop`,
  id: { by: sql`id`, type: "bigint" },
  sorts: { changedAt: { by: sql`changed_at`, type: "timestamptz" } },
  conditions: (filter) => [
    isInScope(filter),
    filter.sku
      ? sql`sku IN (SELECT sku FROM price_log_skus_of_shop WHERE ${storedSkuContains(filter.sku)})`
      : undefined,
  ],
});
