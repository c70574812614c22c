import { and, asc, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { toSearchDate } from "~/platform/dates/date-text";
import { parseSearchDate } from "~/platform/dates/day-range";
import { formatInputDateTime } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import type { CellValue, SheetFrame } from "~/platform/sheets/spreadsheet";
import { entrantsWhere, nameOf, type WhichEntrants } from "../entrants/list-entrants.server";
import { ENTRANT_STATE_NAMES, PLACE_STATE_NAMES, type PlaceState } from "../entrants/states";
import { giveawayEntrants } from "../tables.server";

/** Entrants per read. */
const BATCH = 2_000;

/** Selects a sheet's entrants: a list's rows, optionally restricted to a range of registration dates. */
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

/** The condition shared by rows, counts and totals. */
export function rowsWhere(shop: Shop, { startDay, endDay, ...which }: WhichRows): SQL | undefined {
  const from = startDay && parseSearchDate(toSearchDate(startDay), shop.timeZone)?.start;
  const until = endDay && parseSearchDate(toSearchDate(endDay), shop.timeZone)?.end;
  return and(
    entrantsWhere(shop.domain, which),
    from ? gte(giveawayEntrants.registeredAt, from) : undefined,
    until ? lt(giveawayEntrants.registeredAt, until) : undefined,
  );
}

/**
 * An entrant's state in the latest draw that drew them. Columns are qualified by hand: in a single-table query Drizzle omits the
 * table's name, and they would resolve to the place's own.
 */
const placeOfEntrant = sql<PlaceState | null>`(SELECT place.state FROM giveaway_places AS place
  WHERE place.shop = giveaway_entrants.shop AND place.giveaway_id = giveaway_entrants.giveaway_id
    AND place.number = giveaway_entrants.number ORDER BY place.draw DESC LIMIT 1)`;

/** An entrant's state as one label: their place in a draw, or whether they take part. */
export const stateLabelOf = ({
  state,
  place,
}: {
  state: keyof typeof ENTRANT_STATE_NAMES;
  place: PlaceState | null;
}) => (place ? PLACE_STATE_NAMES[place] : ENTRANT_STATE_NAMES[state]);

/** Every state label without duplicates, the most important first. */
const STATE_LABELS = [
  ...new Set([...Object.values(PLACE_STATE_NAMES), ...Object.values(ENTRANT_STATE_NAMES)]),
];

/** Entrants as sheet rows in registration order, in batches. */
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
      formatInputDateTime(entrant.registeredAt, shop.timeZone),
      nameOf(entrant),
      entrant.email ?? "",
      entrant.weight,
      stateLabelOf({ state: entrant.state, place }),
      entrant.reason ?? "",
      entrant.digest,
    ]);
    after = last.entrant.number;
  }
}

/** The number of rows, rows per state, and registrations per day. */
export async function summarize(shop: Shop, which: WhichRows) {
  const where = rowsWhere(shop, which);
  return withShop(shop.domain, async (tx) => {
    const stateCounts = await tx
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
    for (const row of stateCounts)
      states.set(stateLabelOf(row), (states.get(stateLabelOf(row)) ?? 0) + Number(row.count));
    return {
      registered: [...states.values()].reduce((sum, count) => sum + count, 0),
      states: STATE_LABELS.flatMap((state) => {
        const count = states.get(state);
        return count ? [{ state, count }] : [];
      }),
      days: days.map((row) => ({ day: row.day, count: Number(row.count) })),
    };
  });
}
