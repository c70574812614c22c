import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { CallContext } from "~/platform/contract/context.server";
import { numberedPage } from "~/platform/contract/numbered-page";
import { withShop } from "~/platform/db/with-shop.server";
import { assertSort } from "~/platform/list";
import { findGiveaway } from "../giveaway.server";
import { giveawayEntrants } from "../tables.server";
import type { Entrant } from "./contract";
import { type EntrantTab, entrantsList } from "./list";

/** An entrant as they are kept. */
export type ShopEntrant = typeof giveawayEntrants.$inferSelect;

/** Which entrants of a giveaway. */
export interface WhichEntrants {
  id: number;
  tab: EntrantTab;
  search: string;
}

const ORDERS: Record<string, SQL> = {
  number: sql`${giveawayEntrants.number}`,
  email: sql`${giveawayEntrants.address}`,
};

/** The condition of a list of entrants, for its rows, their count and their export. */
export function entrantsWhere(shop: string, { id, tab, search }: WhichEntrants): SQL | undefined {
  const literal = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const text = sql`lower(${giveawayEntrants.firstName} || ' ' || ${giveawayEntrants.lastName} || ' ' || coalesce(${giveawayEntrants.address}, ''))`;
  return and(
    eq(giveawayEntrants.shop, shop),
    eq(giveawayEntrants.giveawayId, id),
    tab === "all" ? undefined : eq(giveawayEntrants.state, tab),
    search ? sql`${text} LIKE ${literal}` : undefined,
  );
}

/**
 * A page of those who registered. Rows and total share one WHERE; without one the total is the giveaway's own count.
 * @throws 404 for a giveaway that is not there, 400 for an order that the list does not have
 */
export async function listEntrants(
  { shop: { domain } }: CallContext,
  asked: WhichEntrants & { sort?: string; page: number; pageSize: number },
) {
  const { key, descending } = assertSort(asked.sort ?? entrantsList.defaultSort, entrantsList);
  const { id, tab, search, page, pageSize } = asked;
  const where = entrantsWhere(domain, asked);
  const order = descending ? desc : asc;
  return withShop(domain, async (tx) => {
    const giveaway = await findGiveaway(tx, domain, id);
    const rows = await tx
      .select()
      .from(giveawayEntrants)
      .where(where)
      .orderBy(order(ORDERS[key] as SQL), order(giveawayEntrants.number))
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    const isWhole = tab === "all" && !search;
    const [counted] = isWhole
      ? [{ total: giveaway.registered }]
      : await tx.select({ total: sql<string>`count(*)` }).from(giveawayEntrants).where(where);
    return numberedPage(rows.map(entrantOf), { total: Number(counted?.total ?? 0), page, pageSize });
  });
}

/** An entrant as the calls answer them. */
export const entrantOf = (entrant: ShopEntrant): Entrant => ({
  number: entrant.number,
  name: nameOf(entrant),
  email: entrant.email ?? "",
  registeredAt: entrant.registeredAt.toISOString(),
  weight: entrant.weight,
  state: entrant.state,
  reason: entrant.reason,
  version: entrant.version,
});

/** Both names of an entrant; that they were erased, where they were. */
export const nameOf = ({ firstName, lastName }: Pick<ShopEntrant, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();
