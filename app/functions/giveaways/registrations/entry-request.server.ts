import { and, desc, eq, ne } from "drizzle-orm";
import { defineRequest, type OpenRequest } from "~/core/requests/define-request.server";
import { MAX_LISTED } from "~/core/requests/limits";
import { linkUntil } from "~/core/requests/links.server";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatUsDate } from "~/platform/dates/date-text";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { storefrontUrl } from "~/platform/personal-link.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { changePlace } from "../draw/change-place.server";
import type { ShopPlace } from "../draw/place.server";
import { nameOf, type ShopEntrant } from "../entrants/list.server";
import { lockOpenGiveaway, phaseOf, type ShopGiveaway } from "../giveaway.server";
import { ENTRANTS_LIST } from "../messages";
import { giveawayEntrants, giveawayPlaces, giveaways } from "../tables.server";
import { closedSentence, codeOf, ENTRANT, enterAgain, takesBack, withdrawEntry } from "./entry.server";
import { ENTRY_REQUEST, entryIdOf, readEntryId, type WhichEntry } from "./entry-link";

const DRAWN =
  "The winners have been drawn, so your entry can't be withdrawn any longer. Nothing was changed.";

/** An entry in a giveaway, for its entrant: whether it takes part, what the draw gave, and withdrawing. */
export const entryRequest = defineRequest({
  ...ENTRY_REQUEST,

  async open(tx, shop, subjectId, now) {
    const found = await findEntry(tx, shop.domain, readEntryId(subjectId));
    return found && requestOf(tx, shop, found, now);
  },

  async ofCustomer(tx, { domain }, { email }) {
    const row = giveawayEntrants;
    const found = await tx
      .select({ giveawayId: row.giveawayId, number: row.number })
      .from(row)
      .innerJoin(giveaways, and(eq(giveaways.shop, row.shop), eq(giveaways.id, row.giveawayId)))
      // Only a customer who is signed in with the address itself: mailboxes with aliases may be shared.
      .where(and(eq(row.shop, domain), eq(row.address, email.toLowerCase()), eq(giveaways.isDeleted, false)))
      .orderBy(desc(row.registeredAt))
      .limit(MAX_LISTED);
    return found.map(entryIdOf);
  },

  actions: {
    withdraw: (shop, subjectId) =>
      withLocked(shop, subjectId, async (tx, { giveaway, entrant }) => {
        if (giveaway.closedAt) throw conflict(DRAWN);
        await withdrawEntry(tx, entrant);
      }),
    enter: (shop, subjectId, now) =>
      withLocked(shop, subjectId, async (tx, { giveaway, entrant }) => {
        if (entrant.state === "registered") return;
        if (entrant.state !== "withdrawn") throw conflict("This entry can't take part again.");
        const phase = phaseOf(giveaway, now, shop.timeZone);
        if (!takesBack(phase)) throw conflict(closedSentence(phase, giveaway).text);
        await enterAgain(tx, giveaway, entrant, now);
      }),
    async decline(shop, subjectId) {
      const read = () => withShop(shop.domain, (tx) => findPlace(tx, shop.domain, subjectId));
      const place = await read();
      if (place?.state === "declined") return;
      if (!place || !isNotified(place)) throw conflict("There is no prize to decline. Nothing was changed.");
      const { giveawayId: id, draw, rank } = place;
      const change = { id, draw, rank, state: "declined" as const, reason: "Declined by the winner." };
      await changePlace({ shop, actor: ENTRANT, clock: systemClock }, change).catch(
        async (error: unknown) => {
          // Of two clicks, the second one is refused.
          if ((await read())?.state !== "declined") throw error;
        },
      );
    },
  },

  publish({ domain }) {
    publishChange(domain, "showGiveaways", { list: ENTRANTS_LIST });
  },
});

interface FoundEntry {
  giveaway: ShopGiveaway;
  entrant: ShopEntrant & { email: string };
}

/** Undefined also for an entry of a deleted giveaway, or of an entrant who was erased. */
async function findEntry(
  tx: ShopTransaction,
  shop: string,
  { giveawayId, number }: WhichEntry,
  { isLocked = false } = {},
): Promise<FoundEntry | undefined> {
  const row = giveawayEntrants;
  const query = tx
    .select({ giveaway: giveaways, entrant: row })
    .from(row)
    .innerJoin(giveaways, and(eq(giveaways.shop, row.shop), eq(giveaways.id, row.giveawayId)))
    .where(
      and(
        eq(row.shop, shop),
        eq(row.giveawayId, giveawayId),
        eq(row.number, number),
        ne(row.state, "erased"),
        eq(giveaways.isDeleted, false),
      ),
    );
  const [found] = await (isLocked ? query.for("update", { of: row }) : query);
  const email = found?.entrant.email;
  return found && email ? { giveaway: found.giveaway, entrant: { ...found.entrant, email } } : undefined;
}

/** Runs a change of an entry. The giveaway is locked first, as a draw locks it, then the entrant, as staff and an erasure lock it. */
const withLocked = (
  { domain }: Shop,
  subjectId: string,
  change: (tx: ShopTransaction, found: FoundEntry) => Promise<void>,
): Promise<void> =>
  withShop(domain, async (tx) => {
    const which = readEntryId(subjectId);
    await lockOpenGiveaway(tx, domain, which.giveawayId);
    const found = await findEntry(tx, domain, which, { isLocked: true });
    if (!found) throw notFound("This entry no longer exists.");
    await change(tx, found);
  });

/** A win, or else what the latest draw made of an entry. */
async function readPlace(
  tx: ShopTransaction,
  { shop, giveawayId, number }: ShopEntrant,
): Promise<ShopPlace | undefined> {
  const places = await tx
    .select()
    .from(giveawayPlaces)
    .where(
      and(
        eq(giveawayPlaces.shop, shop),
        eq(giveawayPlaces.giveawayId, giveawayId),
        eq(giveawayPlaces.number, number),
      ),
    )
    .orderBy(desc(giveawayPlaces.draw));
  return places.find(({ state }) => state === "winner") ?? places[0];
}

async function findPlace(
  tx: ShopTransaction,
  shop: string,
  subjectId: string,
): Promise<ShopPlace | undefined> {
  const found = await findEntry(tx, shop, readEntryId(subjectId));
  return found && readPlace(tx, found.entrant);
}

/** A winner learns of it from the email, never before. */
const isNotified = ({ state, mailId }: ShopPlace): boolean => state === "winner" && mailId !== null;

async function requestOf(
  tx: ShopTransaction,
  shop: Shop,
  { giveaway, entrant }: FoundEntry,
  now: Date,
): Promise<OpenRequest> {
  const { text, actions } = statusOf(shop, giveaway, entrant, await readPlace(tx, entrant), now);
  const until = giveaway.endDay ? [{ label: "Open until", value: formatUsDate(giveaway.endDay) }] : [];
  return {
    title: `Giveaway: ${giveaway.name}`,
    facts: [
      { label: "Entry", value: entrant.number.toLocaleString("en-US") },
      { label: "Code in the draw", value: codeOf(entrant.digest) },
      { label: "Entered", value: formatZonedDateTime(entrant.registeredAt, shop.timeZone) },
      { label: "Status", value: text },
      ...until,
      {
        label: "The draw",
        value: "How anyone can verify it",
        url: storefrontUrl(shop.domain, `giveaway/${giveaway.key}`),
      },
    ],
    actions,
    to: { email: entrant.email, name: nameOf(entrant) },
    access: { flag: "showGiveaways" },
    linkUntil: linkUntil(now),
  };
}

const WITHDRAW = {
  name: "withdraw",
  label: "Withdraw my entry",
  warning: "Your entry won't be drawn. You can enter again as long as the giveaway is open.",
};
const ENTER = { name: "enter", label: "Take part again" };
const DECLINE = {
  name: "decline",
  label: "I don't want the prize",
  warning: "The prize goes to the next entry that was drawn. Only the shop can undo this.",
};

function statusOf(
  shop: Shop,
  giveaway: ShopGiveaway,
  { state }: ShopEntrant,
  place: ShopPlace | undefined,
  now: Date,
): { text: string; actions: OpenRequest["actions"] } {
  const { closedAt } = giveaway;
  if (place && isNotified(place)) return { text: "You have won", actions: [DECLINE] };
  if (place?.state === "declined") return { text: "You declined the prize", actions: [] };
  if (state === "withdrawn") {
    const canEnter = takesBack(phaseOf(giveaway, now, shop.timeZone));
    return { text: "You have withdrawn your entry", actions: canEnter ? [ENTER] : [] };
  }
  if (state === "disqualified" || place?.state === "disqualified")
    return { text: "This entry doesn't take part", actions: [] };
  if (!closedAt) return { text: "You take part", actions: [WITHDRAW] };
  return {
    text: `Drawn, on ${formatZonedDateTime(closedAt, shop.timeZone)}. The winners get an email`,
    actions: [],
  };
}
