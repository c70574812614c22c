import { and, asc, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { toSearchDate } from "~/platform/dates/date-text";
import { parseSearchDate } from "~/platform/dates/day-range";
import { formatInputDateTime } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import type { CellValue, SheetFrame } from "~/platform/sheets/spreadsheet";
import { entrantsWhere, nameOf, PLACE_OF_ENTRANT, type WhichEntrants } from "../entrants/list.server";
import { ENTRANT_LABELS, entrantLabel } from "../entrants/states";
import type { ShopGiveaway } from "../giveaway.server";
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
    entrantsWhere({ shop, clock: systemClock }, which),
    from ? gte(giveawayEntrants.registeredAt, from) : undefined,
    until ? lt(giveawayEntrants.registeredAt, until) : undefined,
  );
}

/** Entrants as sheet rows in registration order, in batches. */
export async function* entrantRows(
  shop: Shop,
  { drawn }: ShopGiveaway,
  which: WhichRows,
): AsyncIterable<CellValue[][]> {
  const isDrawn = drawn > 0;
  for (let after = 0; ; ) {
    const found = await withShop(shop.domain, (tx) =>
      tx
        .select({ entrant: giveawayEntrants, place: PLACE_OF_ENTRANT })
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
      entrantLabel({ state: entrant.state, place, isDrawn }),
      entrant.reason ?? "",
      entrant.digest,
    ]);
    after = last.entrant.number;
  }
}

/** The number of rows, rows per state, and registrations per day. */
export async function summarize(shop: Shop, { drawn }: ShopGiveaway, which: WhichRows) {
  const where = rowsWhere(shop, which);
  return withShop(shop.domain, async (tx) => {
    const stateCounts = await tx
      .select({ state: giveawayEntrants.state, place: PLACE_OF_ENTRANT, count: sql<string>`count(*)` })
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
    for (const { count, ...row } of stateCounts) {
      const label = entrantLabel({ ...row, isDrawn: drawn > 0 });
      states.set(label, (states.get(label) ?? 0) + Number(count));
    }
    return {
      registered: [...states.values()].reduce((sum, count) => sum + count, 0),
      states: ENTRANT_LABELS.flatMap((state) => {
        const count = states.get(state);
        return count ? [{ state, count }] : [];
      }),
      days: days.map((row) => ({ day: row.day, count: Number(row.count) })),
    };
  });
}
