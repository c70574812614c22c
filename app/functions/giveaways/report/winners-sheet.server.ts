import { and, asc, eq } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Sheet } from "~/platform/sheets/spreadsheet";
import { writtenSeconds } from "~/platform/written-moment";
import { isEntrant } from "../draw/places.server";
import { nameOf } from "../entrants/read.server";
import { PLACE_STATE_NAMES } from "../entrants/states";
import type { ShopGiveaway } from "../giveaway.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";

/** No more places stand in a report: ten of the largest draws. */
const MOST = 20_000;

const COLUMNS: Sheet["columns"] = [
  { title: "Draw", width: 8 },
  { title: "Drawn as", width: 10 },
  { title: "Entry", width: 10 },
  { title: "Name", width: 28 },
  { title: "Email", width: 34 },
  { title: "State", width: 16 },
  { title: "Told by mail", width: 13 },
  { title: "Reason", width: 40 },
  { title: "Changed", width: 24 },
  { title: "Changed By", width: 24 },
];

/** The sheet Winners of a giveaway's report: everybody drawn, in the order in which they were, and where they stand by now. */
export async function winnersSheet({ domain, timeZone }: Shop, { id }: ShopGiveaway): Promise<Sheet> {
  const drawn = await withShop(domain, (tx) =>
    tx
      .select({ place: giveawayPlaces, entrant: giveawayEntrants })
      .from(giveawayPlaces)
      .innerJoin(giveawayEntrants, isEntrant)
      .where(and(eq(giveawayPlaces.shop, domain), eq(giveawayPlaces.giveawayId, id)))
      .orderBy(asc(giveawayPlaces.draw), asc(giveawayPlaces.rank))
      .limit(MOST),
  );
  return {
    name: "Winners",
    columns: COLUMNS,
    rows: drawn.map(({ place, entrant }) => [
      place.draw,
      place.rank,
      place.number,
      nameOf(entrant),
      entrant.email ?? "",
      PLACE_STATE_NAMES[place.state],
      place.mailId ? "Yes" : "No",
      place.reason ?? "",
      place.changedAt ? writtenSeconds(place.changedAt, timeZone) : "",
      place.changedByName ?? "",
    ]),
  };
}
