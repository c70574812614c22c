import { createHash, randomBytes } from "node:crypto";
import { and, eq, or, sql } from "drizzle-orm";
import { definePublicForm, type PublicEntry, settleEntry } from "~/core/public-forms/public-form.server";
import type { NewEntry } from "~/core/public-forms/submit-entry.server";
import type { EntryOutcome } from "~/core/public-forms/tables.server";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatUsDate } from "~/platform/dates/date-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import { mailboxOf } from "~/platform/mailbox.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { entrantRegistered } from "../audit.server";
import type { ShopEntrant } from "../entrants/list.server";
import { lockGiveaway, phaseOf, recordGiveawayAudit, type ShopGiveaway } from "../giveaway.server";
import type { Phase } from "../messages";
import { ENTRANTS_LIST, GIVEAWAYS_LIST } from "../messages";
import { aliasesAsOneAddress } from "../switches";
import { giveawayEntrants as entrants, giveawayEntrants, giveaways } from "../tables.server";
import { codeOf, enterAgain, mailEntry, takesBack } from "./entry.server";
import * as messages from "./messages";

/** A validated applicant. */
interface Applicant {
  firstName: string;
  lastName: string;
  email: string;
}

interface EntryData {
  giveawayId: number;
  firstName: string;
  lastName: string;
}

/** The audit log's actor: visitors aren't signed in. */
const VISITOR = { id: "visitor", name: "A visitor" };

/** Entries in giveaways. */
export const giveawayForm = definePublicForm<EntryData>({
  name: "giveaway",
  flag: "showGiveaways",
  async confirm(shop, entry) {
    const now = new Date();
    const outcome = await settleEntry(entry, now, (tx) => enter(tx, shop, entry, now));
    if (outcome.isDone)
      for (const list of [GIVEAWAYS_LIST, ENTRANTS_LIST])
        publishChange(shop.domain, "showGiveaways", { list });
    return outcome;
  },
});

/** The entry of an applicant. The latest one of a mailbox replaces those that wait. */
export async function newEntry(
  tx: ShopTransaction,
  { id, shop, name }: ShopGiveaway,
  { firstName, lastName, email }: Applicant,
): Promise<NewEntry<EntryData>> {
  const before = await findEntry(tx, { shop, id }, email);
  return {
    key: `${id} ${await mailboxOf(tx, email)}`,
    email,
    title: `Entry in ${name}`,
    note: before && before.state !== "withdrawn" ? messages.registeredBefore(name).text : null,
    details: [`${firstName} ${lastName}`, email],
    data: { giveawayId: id, firstName, lastName },
  };
}

/**
 * Adds an entrant: one per mailbox, only while the giveaway is open, and never above its Registration Count. The giveaway's row lock makes
 * confirmations of one giveaway sequential, so the count stays exact under concurrency.
 */
async function enter(
  tx: ShopTransaction,
  { domain, timeZone }: Shop,
  { email, data }: PublicEntry<EntryData>,
  now: Date,
): Promise<EntryOutcome> {
  const giveaway = await lockGiveaway(tx, domain, data.giveawayId);
  if (giveaway.isDeleted) return refused(messages.unknown(domain));
  const before = await findEntry(tx, giveaway, email);
  if (before && before.state !== "withdrawn") return refused(messages.registeredBefore(giveaway.name));
  const phase = phaseOf(giveaway, now, timeZone);
  if (before && takesBack(phase)) {
    const { number, digest } = await enterAgain(tx, giveaway, before, now);
    return { ...messages.registered(giveaway.name, number, codeOf(digest)), isDone: true };
  }
  if (phase !== "open") return refused(closedSentence(phase, giveaway));
  const number = giveaway.registered + 1;
  await tx
    .update(giveaways)
    .set({ registered: number })
    .where(and(eq(giveaways.shop, domain), eq(giveaways.id, giveaway.id)));
  const address = comparableAddress(email);
  const salt = randomBytes(16).toString("hex");
  const digest = createHash("sha256").update(`${salt}\n${address}`).digest("hex");
  const { firstName, lastName } = data;
  const [entrant] = await tx
    .insert(giveawayEntrants)
    .values({
      shop: domain,
      giveawayId: giveaway.id,
      number,
      ...{ firstName, lastName, email, address, salt, digest },
      registeredAt: now,
    })
    .returning();
  if (entrant) await mailEntry(tx, giveaway, entrant, now);
  await recordGiveawayAudit(tx, domain, giveaway.id, entrantRegistered, {
    actor: VISITOR,
    before: null,
    after: { entry: number },
  });
  return { ...messages.registered(giveaway.name, number, codeOf(digest)), isDone: true };
}

const refused = (sentence: messages.Sentence): EntryOutcome => ({ ...sentence, isDone: false });

/** Why a giveaway takes no entries now. */
export function closedSentence(
  phase: Exclude<Phase, "open">,
  { name, startDay }: ShopGiveaway,
): messages.Sentence {
  switch (phase) {
    case "scheduled":
      return messages.notYet(name, formatUsDate(startDay ?? ""));
    case "full":
      return messages.full(name);
    case "ended":
    case "drawn":
      return messages.ended(name);
  }
}

/**
 * The entry of an address's mailbox, also a withdrawn one: under any alias at the large providers, and under any plus-alias where the shop
 * counts those of all domains as one.
 */
async function findEntry(
  tx: ShopTransaction,
  { shop, id }: Pick<ShopGiveaway, "shop" | "id">,
  email: string,
): Promise<ShopEntrant | undefined> {
  const isSame = or(
    eq(entrants.foldedMailbox, sql`fold_mailbox(${email})`),
    (await isSwitchOn(tx, shop, aliasesAsOneAddress))
      ? eq(entrants.mailbox, withoutAlias(comparableAddress(email)))
      : undefined,
  );
  const [entrant] = await tx
    .select()
    .from(entrants)
    .where(and(eq(entrants.shop, shop), eq(entrants.giveawayId, id), isSame))
    .limit(1);
  return entrant;
}

/** The rule of the column `mailbox`. */
const withoutAlias = (address: string): string => address.replace(/^([^+@]+)\+[^@]*@/, "$1@");
