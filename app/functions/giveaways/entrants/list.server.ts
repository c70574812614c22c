import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { defineList, filter, type ListReader, type RowOf } from "~/core/lists/define-list.server";
import { column, field } from "~/core/lists/define-row.server";
import { whereOf } from "~/core/lists/list-query.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { readNumbered, readRow } from "~/core/lists/read-list.server";
import { contains } from "~/core/lists/search.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { findGiveaway } from "../giveaway.server";
import { ENTRANTS_LIST } from "../messages";
import { giveawayId } from "../schemas";
import { giveawayEntrants as entrant, giveaways } from "../tables.server";
import { ENTRANT_STATES, ENTRANT_TABS, type EntrantTab, PLACE_STATES, type PlaceState } from "./states";

/** An entrant as stored. */
export type ShopEntrant = typeof entrant.$inferSelect;

/** A selection of a giveaway's entrants. */
export interface WhichEntrants {
  id: number;
  tab: EntrantTab;
  search: string;
}

const text = z.string();
const whole = z.number().int();

const SEARCH_TEXT = sql`lower(${entrant.firstName} || ' ' || ${entrant.lastName} || ' ' || coalesce(${entrant.address}, ''))`;

/** The entrants of a giveaway, latest first. Erased fields are empty. */
export const entrantsList = defineList({
  name: ENTRANTS_LIST,
  few: "the entrants of one giveaway",
  from: sql`${entrant}`,
  id: { by: sql`${entrant.number}`, type: "integer" },
  where: ({ shop }) => eq(entrant.shop, shop.domain),
  row: {
    number: column(entrant.number, whole, { title: "Entry", sort: "id", align: "end" }),
    name: column(sql`trim(${entrant.firstName} || ' ' || ${entrant.lastName})`, text, {
      title: "Name",
      narrow: "title",
    }),
    email: column(sql`coalesce(${entrant.email}, '')`, text, {
      title: "Email",
      sort: { by: sql`${entrant.address}`, type: "text", isNullable: true },
      narrow: "plain",
      below: "name",
    }),
    /** An instant, ISO 8601. */
    registeredAt: column(entrant.registeredAt, text, { title: "Registered", format: "time" }),
    weight: column(entrant.weight, whole, { title: "Tickets", align: "end" }),
    state: column(entrant.state, z.enum(ENTRANT_STATES), { title: "State", narrow: "plain" }),
    /** Why they were disqualified or reinstated. */
    reason: field(entrant.reason, text.nullable()),
    /** Send it back with a change. */
    version: field(entrant.version, whole),
  },
  filters: {
    id: filter(giveawayId, { where: (id) => eq(entrant.giveawayId, id) }),
    tab: filter(z.enum(ENTRANT_TABS, `must be one of: ${ENTRANT_TABS.join(", ")}`).default("all"), {
      where: (tab) => (tab === "all" ? undefined : eq(entrant.state, tab)),
    }),
  },
  search: {
    maxLength: 60,
    hint: "Name or email address",
    afterMs: 1_000,
    where: (search) => contains(SEARCH_TEXT, search),
  },
  count: {
    // The giveaway's row already holds the total.
    stored: ({ id, tab, search, reader }) =>
      tab === "all" && !search
        ? sql`SELECT registered::bigint FROM ${giveaways} WHERE shop = ${reader.shop.domain} AND id = ${id}`
        : undefined,
  },
  defaultSort: "number desc",
  pageSize: 25,
});

export type Entrant = RowOf<typeof entrantsList>;

/** An entrant with their state in the draws: a win, or else in the latest draw that drew them. */
export const listedEntrant = entrantsList.row.extend({ place: z.enum(PLACE_STATES).nullable() });

export type ListedEntrant = z.infer<typeof listedEntrant>;

/**
 * An entrant's win, or else their state in the latest draw that drew them. Columns are qualified by hand: in a single-table query
 * Drizzle omits the table's name, and they would resolve to the place's own.
 */
export const PLACE_OF_ENTRANT = sql<PlaceState | null>`(SELECT place.state FROM giveaway_places AS place
  WHERE place.shop = giveaway_entrants.shop AND place.giveaway_id = giveaway_entrants.giveaway_id
    AND place.number = giveaway_entrants.number ORDER BY place.state = 'winner' DESC, place.draw DESC LIMIT 1)`;

/** The condition of an entrant list, for its export. */
export const entrantsWhere = (reader: ListReader, entrants: WhichEntrants): SQL =>
  whereOf(entrantsList.query, { ...entrants, reader });

/**
 * A page of entrants.
 * @throws 404 for an unknown giveaway, 400 for an unknown sort
 */
export async function listEntrants(
  context: CallContext,
  { sort, page, pageSize, ...filter }: WhichEntrants & { sort?: string; page: number; pageSize: number },
) {
  const { domain } = context.shop;
  return withShop(domain, async (tx) => {
    await findGiveaway(tx, domain, filter.id);
    const request = { sort, page, pageSize, filter };
    const { rows, total } = await readNumbered(context, entrantsList, request, tx);
    const places = await readPlaces(tx, domain, filter.id, rows);
    const listed = rows.map((row): ListedEntrant => ({ ...row, place: places.get(row.number) ?? null }));
    return numberedPage(listed, { total, page, pageSize });
  });
}

/** The places of a page's entrants, by number. The page's own statement would look up those of all entrants before the page. */
async function readPlaces(tx: ShopTransaction, shop: string, giveawayId: number, page: readonly Entrant[]) {
  const numbers = page.map(({ number }) => number);
  const rows = await tx
    .select({ number: entrant.number, place: PLACE_OF_ENTRANT })
    .from(entrant)
    .where(and(eq(entrant.shop, shop), eq(entrant.giveawayId, giveawayId), inArray(entrant.number, numbers)));
  return new Map(rows.map(({ number, place }) => [number, place]));
}

/** An entrant as calls answer them. */
export async function readEntrant(
  context: CallContext,
  { giveawayId, number }: Pick<ShopEntrant, "giveawayId" | "number">,
): Promise<Entrant> {
  const { domain } = context.shop;
  const isEntrant = sql`${entrant.shop} = ${domain} AND ${entrant.giveawayId} = ${giveawayId} AND ${entrant.number} = ${number}`;
  const row = await withShop(domain, (tx) => readRow(tx, context, entrantsList, isEntrant));
  if (!row) throw new Error(`There is no entrant ${number}.`);
  return row;
}

/** An entrant's full name, or a note that it was erased. */
export const nameOf = ({ firstName, lastName }: Pick<ShopEntrant, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();
