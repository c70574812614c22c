import { and, eq, sql } from "drizzle-orm";
import { queueMail } from "~/core/mail/queue-mail.server";
import { newRequestLink, requestUrl } from "~/core/requests/links.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { entrantRegistered, entrantWithdrew } from "../audit.server";
import { nameOf, type ShopEntrant } from "../entrants/list.server";
import { recordGiveawayAudit, type ShopGiveaway } from "../giveaway.server";
import { giveawayEntered } from "../mail-texts.server";
import type { Phase } from "../messages";
import { giveawayEntrants } from "../tables.server";
import { ENTRY_REQUEST, entryIdOf } from "./entry-link";

/** The audit log's actor: entrants aren't signed in. */
export const ENTRANT = { id: "visitor", name: "The entrant" };

/** Enough of an entry's code to find it in the published entries. */
const CODE_LENGTH = 12;

export const codeOf = (digest: string): string => digest.slice(0, CODE_LENGTH);

/** Whether an entrant who withdrew can take part again. Their place was kept, also when the giveaway is full. */
export const takesBack = (phase: Phase): phase is "open" | "full" => phase === "open" || phase === "full";

/** Emails an entrant what their entry is, with a personal link to it. */
export async function mailEntry(
  tx: ShopTransaction,
  { shop, id, name }: ShopGiveaway,
  entrant: ShopEntrant,
  now: Date,
): Promise<void> {
  const { number, version, firstName, email } = entrant;
  if (!email) return;
  await queueMail(tx, shop, giveawayEntered, {
    key: `giveaway entry:${id}:${number}:${version}`,
    to: { email, name: nameOf(entrant) },
    values: { name: firstName, giveaway: name, entry: String(number), link: requestUrl(shop) },
    linkId: await newEntryLink(tx, entrant, now),
    flag: "showGiveaways",
    isBulk: true,
  });
}

/** Makes the personal link of an email about an entry. @returns its id */
export const newEntryLink = (
  tx: ShopTransaction,
  { shop, giveawayId, number }: Pick<ShopEntrant, "shop" | "giveawayId" | "number">,
  now: Date,
): Promise<string> =>
  newRequestLink(tx, shop, { kind: ENTRY_REQUEST, subjectId: entryIdOf({ giveawayId, number }), now });

/** Lets an entrant who withdrew take part again, with the same number. The caller has locked the giveaway. */
export async function enterAgain(
  tx: ShopTransaction,
  giveaway: ShopGiveaway,
  entrant: ShopEntrant,
  now: Date,
): Promise<ShopEntrant> {
  const entered = await storeState(tx, entrant, "registered");
  await mailEntry(tx, giveaway, entered, now);
  await recordGiveawayAudit(tx, giveaway.shop, giveaway.id, entrantRegistered, {
    actor: ENTRANT,
    before: null,
    after: { entry: entrant.number },
  });
  return entered;
}

/** Takes an entry out before a draw. Withdrawing it again changes nothing. The caller has locked the giveaway. */
export async function withdrawEntry(tx: ShopTransaction, entrant: ShopEntrant): Promise<void> {
  if (entrant.state === "withdrawn") return;
  if (entrant.state !== "registered") throw conflict("This entry doesn't take part. Nothing was changed.");
  await storeState(tx, entrant, "withdrawn");
  await recordGiveawayAudit(tx, entrant.shop, entrant.giveawayId, entrantWithdrew, {
    actor: ENTRANT,
    before: null,
    after: { entry: entrant.number },
  });
}

async function storeState(
  tx: ShopTransaction,
  entrant: ShopEntrant,
  state: "registered" | "withdrawn",
): Promise<ShopEntrant> {
  const { shop, giveawayId, number } = entrant;
  const [stored = entrant] = await tx
    .update(giveawayEntrants)
    .set({ state, reason: null, version: sql`${giveawayEntrants.version} + 1` })
    .where(
      and(
        eq(giveawayEntrants.shop, shop),
        eq(giveawayEntrants.giveawayId, giveawayId),
        eq(giveawayEntrants.number, number),
      ),
    )
    .returning();
  return stored;
}
