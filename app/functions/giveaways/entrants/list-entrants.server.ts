import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import {
  defineListQuery,
  readNumberedPage,
  readOrder,
  type SortsOf,
  whereOf,
} from "~/core/lists/list-query.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { contains } from "~/core/lists/search.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { findGiveaway } from "../giveaway.server";
import { giveawayEntrants } from "../tables.server";
import { type EntrantTab, entrantsList, type PlaceState } from "./list";
import type { Entrant, ListedEntrant } from "./schemas";

/** An entrant as stored. */
export type ShopEntrant = typeof giveawayEntrants.$inferSelect;

/** A selection of a giveaway's entrants. */
export interface WhichEntrants {
  id: number;
  tab: EntrantTab;
  search: string;
}

const SEARCH_TEXT = sql`lower(${giveawayEntrants.firstName} || ' ' || ${giveawayEntrants.lastName} || ' ' || coalesce(${giveawayEntrants.address}, ''))`;

const entrantsQuery = defineListQuery({
  from: sql`${giveawayEntrants}`,
  id: { by: sql`${giveawayEntrants.number}`, type: "integer" },
  sorts: {
    number: "id",
    email: { by: sql`${giveawayEntrants.address}`, type: "text", isNullable: true },
  } satisfies SortsOf<typeof entrantsList>,
  conditions: ({ shop, id, tab, search }: WhichEntrants & { shop: string; registered?: number }) => [
    eq(giveawayEntrants.shop, shop),
    eq(giveawayEntrants.giveawayId, id),
    tab === "all" ? undefined : eq(giveawayEntrants.state, tab),
    search ? contains(SEARCH_TEXT, search) : undefined,
  ],
  // The giveaway row already holds the total.
  total: ({ tab, search, registered }) =>
    tab === "all" && !search && registered !== undefined
      ? { kind: "stored", count: sql`${registered}::bigint` }
      : { kind: "counted" },
});

/**
 * An entrant's win, or else their state in the latest draw that drew them. Columns are qualified by hand: in a single-table query
 * Drizzle omits the table's name, and they would resolve to the place's own.
 */
export const PLACE_OF_ENTRANT = sql<PlaceState | null>`(SELECT place.state FROM giveaway_places AS place
  WHERE place.shop = giveaway_entrants.shop AND place.giveaway_id = giveaway_entrants.giveaway_id
    AND place.number = giveaway_entrants.number ORDER BY place.state = 'winner' DESC, place.draw DESC LIMIT 1)`;

/** The condition of an entrant list, for its export. */
export const entrantsWhere = (shop: string, entrants: WhichEntrants): SQL =>
  whereOf(entrantsQuery, { shop, ...entrants });

/**
 * A page of entrants.
 * @throws 404 for an unknown giveaway, 400 for an unknown sort
 */
export async function listEntrants(
  { shop: { domain } }: CallContext,
  { sort, page, pageSize, ...entrants }: WhichEntrants & { sort?: string; page: number; pageSize: number },
) {
  const order = readOrder(entrantsList, sort);
  return withShop(domain, async (tx) => {
    const { registered } = await findGiveaway(tx, domain, entrants.id);
    const { rows, total } = await readNumberedPage(
      tx,
      entrantsQuery,
      { filter: { shop: domain, registered, ...entrants }, order, page, pageSize },
      ({ where, orderBy, limit, offset, total }) =>
        tx
          .select({ entrant: giveawayEntrants, total })
          .from(giveawayEntrants)
          .where(where)
          .orderBy(orderBy)
          .limit(limit)
          .offset(offset),
    );
    const entrantsOfPage = rows.map(({ entrant }) => entrantOf(entrant));
    const places = await readPlaces(tx, domain, entrants.id, entrantsOfPage);
    const listed = entrantsOfPage.map(
      (entrant): ListedEntrant => ({ ...entrant, place: places.get(entrant.number) ?? null }),
    );
    return numberedPage(listed, { total, page, pageSize });
  });
}

/** The places of a page's entrants, by number. The page's own statement would look up those of all entrants before the page. */
async function readPlaces(tx: ShopTransaction, shop: string, giveawayId: number, page: readonly Entrant[]) {
  const rows = await tx
    .select({ number: giveawayEntrants.number, place: PLACE_OF_ENTRANT })
    .from(giveawayEntrants)
    .where(
      and(
        eq(giveawayEntrants.shop, shop),
        eq(giveawayEntrants.giveawayId, giveawayId),
        inArray(
          giveawayEntrants.number,
          page.map(({ number }) => number),
        ),
      ),
    );
  return new Map(rows.map(({ number, place }) => [number, place]));
}

/** An entrant as the API returns them. */
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

/** An entrant's full name, or a note that it was erased. */
export const nameOf = ({ firstName, lastName }: Pick<ShopEntrant, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();
