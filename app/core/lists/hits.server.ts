import { sql } from "drizzle-orm";
import { z } from "zod";
import { fromOf, type ListQuery, queryShop, whereOf } from "./list-query.server";

/** Counting more would be too expensive, and no one reads that many rows. */
const MAX_HITS = 100;

const hits = z.object({ count: z.number().int(), exact: z.boolean() });

/** How many rows of each tab a search finds. `exact: false` means "at least this many". */
export const hitsOf = <Tab extends string>(tabs: readonly Tab[]) =>
  z.object(Object.fromEntries(tabs.map((tab) => [tab, hits])) as Record<Tab, typeof hits>);

type Counted<Filter> = Pick<ListQuery<Filter>, "conditions" | "from">;

/**
 * Counts the rows of each tab, up to a limit, in one statement.
 * @param filterOf what picks the rows of a tab
 */
export async function countTabs<Filter, Tab extends string>(
  shop: string,
  query: Counted<Filter>,
  { tabs, filterOf, upTo }: { tabs: readonly Tab[]; filterOf(tab: Tab): Filter; upTo: number },
): Promise<Record<Tab, number>> {
  const counts = tabs.map((tab) => {
    const filter = filterOf(tab);
    return sql`(SELECT count(*) FROM (SELECT 1 FROM ${fromOf(query, filter)} WHERE ${whereOf(query, filter)} LIMIT ${upTo}) AS found)::int AS ${sql.identifier(tab)}`;
  });
  const [row] = await queryShop<Record<Tab, number>>(shop, sql`SELECT ${sql.join(counts, sql`, `)}`);
  if (!row) throw new Error("A count answers one row.");
  return row;
}

/** How many rows of each tab a search finds, as `hitsOf` describes them. @param filterOf what picks the rows of a tab, the search included */
export async function readHits<Filter, Tab extends string>(
  shop: string,
  query: Counted<Filter>,
  tabs: readonly Tab[],
  filterOf: (tab: Tab) => Filter,
): Promise<Record<Tab, z.infer<typeof hits>>> {
  const counts = await countTabs(shop, query, { tabs, filterOf, upTo: MAX_HITS });
  const entries = tabs.map((tab) => [tab, { count: counts[tab], exact: counts[tab] < MAX_HITS }]);
  return Object.fromEntries(entries);
}
