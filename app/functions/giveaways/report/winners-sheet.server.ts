import { and, asc, eq } from "drizzle-orm";
import { mails } from "~/core/mail/tables.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatInputDateTime } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import type { Sheet } from "~/platform/sheets/spreadsheet";
import { IS_MAIL_OF_PLACE, IS_MAIL_QUEUED, MAIL_PROBLEM } from "../draw/list.server";
import { isEntrant } from "../draw/place.server";
import { nameOf } from "../entrants/list.server";
import { PLACE_STATE_NAMES } from "../entrants/states";
import type { ShopGiveaway } from "../giveaway.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";

/** A report's maximum number of places: ten of the largest draws. */
const MOST = 20_000;

const COLUMNS: Sheet["columns"] = [
  { title: "Draw", width: 8 },
  { title: "Drawn as", width: 10 },
  { title: "Entry", width: 10 },
  { title: "Name", width: 28 },
  { title: "Email", width: 34 },
  { title: "State", width: 16 },
  { title: "Emailed", width: 13 },
  { title: "Reason", width: 40 },
  { title: "Changed", width: 24 },
  { title: "Changed By", width: 24 },
];

/** The Winners sheet of a giveaway's report: drawn entrants in drawing order with their current state. */
export async function winnersSheet({ domain, timeZone }: Shop, { id }: ShopGiveaway): Promise<Sheet> {
  const drawn = await withShop(domain, (tx) =>
    tx
      .select({
        place: giveawayPlaces,
        entrant: giveawayEntrants,
        mailProblem: MAIL_PROBLEM,
        isMailQueued: IS_MAIL_QUEUED,
      })
      .from(giveawayPlaces)
      .innerJoin(giveawayEntrants, isEntrant)
      .leftJoin(mails, IS_MAIL_OF_PLACE)
      .where(and(eq(giveawayPlaces.shop, domain), eq(giveawayPlaces.giveawayId, id)))
      .orderBy(asc(giveawayPlaces.draw), asc(giveawayPlaces.rank))
      .limit(MOST),
  );
  return {
    name: "Winners",
    columns: COLUMNS,
    rows: drawn.map(({ place, entrant, mailProblem, isMailQueued }) => [
      place.draw,
      place.rank,
      place.number,
      nameOf(entrant),
      entrant.email ?? "",
      PLACE_STATE_NAMES[place.state],
      isMailQueued ? "Queued" : emailedText(place.mailId, mailProblem),
      place.reason ?? "",
      place.changedAt ? formatInputDateTime(place.changedAt, timeZone) : "",
      place.changedByName ?? "",
    ]),
  };
}

function emailedText(mailId: string | null, problem: string | null): string {
  if (problem !== null) return "Not delivered";
  return mailId ? "Yes" : "No";
}
