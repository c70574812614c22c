import { and, asc, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { dayOf } from "~/platform/day";
import { withShop } from "~/platform/db/with-shop.server";
import type { CellValue, SheetFrame } from "~/platform/sheets/spreadsheet";
import { writtenSeconds } from "~/platform/written-moment";
import { entrantsWhere, nameOf, type WhichEntrants } from "../entrants/read.server";
import { ENTRANT_STATE_NAMES, PLACE_STATE_NAMES, type PlaceState } from "../entrants/states";
import { giveawayEntrants } from "../tables.server";

/** Entrants are read as many at a time. */
const BATCH = 2_000;

/** Which entrants stand in a spreadsheet: those of a list, and of them those who registered in a span of days. */
export interface WhichRows extends WhichEntrants {
  /** The first and the last day, YYYY-MM-DD in the shop's calendar. */
  startDay?: string;
  endDay?: string;
}

/** The columns of an export of entrants, and of the report. */
export const COLUMNS: SheetFrame["columns"] = [
  { title: "Entry", width: 10 },
  { title: "Registered", width: 24 },
  { title: "Name", width: 28 },
  { title: "Email", width: 34 },
  { title: "Tickets", width: 10 },
  { title: "State", width: 16 },
  { title: "Reason", width: 40 },
  { title: "Code in the draw", width: 66 },
];

/** The same condition for rows, counts and sums. */
export function rowsWhere(shop: Shop, { startDay, endDay, ...which }: WhichRows): SQL | undefined {
  const from = startDay && dayOf(inverted(startDay), shop.timeZone)?.start;
  const until = endDay && dayOf(inverted(endDay), shop.timeZone)?.end;
  return and(
    entrantsWhere(shop.domain, which),
    from ? gte(giveawayEntrants.registeredAt, from) : undefined,
    until ? lt(giveawayEntrants.registeredAt, until) : undefined,
  );
}

/** YYYY-MM-DD as DD-MM-YYYY. */
const inverted = (day: string) => day.split("-").reverse().join("-");

/**
 * Where an entrant stands in the latest draw that they were drawn in. The columns stand in full: in a query of one table Drizzle
 * leaves the table's name out, and they would be the place's own.
 */
const placeOfEntrant = sql<PlaceState | null>`(SELECT place.state FROM giveaway_places AS place
  WHERE place.shop = giveaway_entrants.shop AND place.giveaway_id = giveaway_entrants.giveaway_id
    AND place.number = giveaway_entrants.number ORDER BY place.draw DESC LIMIT 1)`;

/** Where an entrant stands, in one word: their place in a draw, or whether they take part. */
export const standingOf = ({
  state,
  place,
}: {
  state: keyof typeof ENTRANT_STATE_NAMES;
  place: PlaceState | null;
}) => (place ? PLACE_STATE_NAMES[place] : ENTRANT_STATE_NAMES[state]);

/** Every standing, those that matter most first; a word that two lists have stands once. */
const STANDINGS = [...new Set([...Object.values(PLACE_STATE_NAMES), ...Object.values(ENTRANT_STATE_NAMES)])];

/** Entrants as rows of a spreadsheet in the order of their registration, some at a time. */
export async function* entrantRows(shop: Shop, which: WhichRows): AsyncIterable<CellValue[][]> {
  for (let after = 0; ; ) {
    const found = await withShop(shop.domain, (tx) =>
      tx
        .select({ entrant: giveawayEntrants, place: placeOfEntrant })
        .from(giveawayEntrants)
        .where(and(rowsWhere(shop, which), gt(giveawayEntrants.number, after)))
        .orderBy(asc(giveawayEntrants.number))
        .limit(BATCH),
    );
    const last = found.at(-1);
    if (!last) return;
    yield found.map(({ entrant, place }) => [
      entrant.number,
      writtenSeconds(entrant.registeredAt, shop.timeZone),
      nameOf(entrant),
      entrant.email ?? "",
      entrant.weight,
      standingOf({ state: entrant.state, place }),
      entrant.reason ?? "",
      entrant.digest,
    ]);
    after = last.entrant.number;
  }
}

/** How many rows there are, how many in each standing, and how many registered on each day. */
export async function summarize(shop: Shop, which: WhichRows) {
  const where = rowsWhere(shop, which);
  return withShop(shop.domain, async (tx) => {
    const standings = await tx
      .select({ state: giveawayEntrants.state, place: placeOfEntrant, count: sql<string>`count(*)` })
      .from(giveawayEntrants)
      .where(where)
      .groupBy(sql`1`, sql`2`);
    const day = sql<string>`to_char(${giveawayEntrants.registeredAt} AT TIME ZONE ${shop.timeZone}, 'YYYY-MM-DD')`;
    const days = await tx
      .select({ day, count: sql<string>`count(*)` })
      .from(giveawayEntrants)
      .where(where)
      .groupBy(sql`1`)
      .orderBy(sql`1`);
    const states = new Map<string, number>();
    for (const row of standings)
      states.set(standingOf(row), (states.get(standingOf(row)) ?? 0) + Number(row.count));
    return {
      registered: [...states.values()].reduce((sum, count) => sum + count, 0),
      states: STANDINGS.flatMap((state) => {
        const count = states.get(state);
        return count ? [{ state, count }] : [];
      }),
      days: days.map((row) => ({ day: row.day, count: Number(row.count) })),
    };
  });
}
