import { createHash, randomBytes } from "node:crypto";
import { and, eq, or, sql } from "drizzle-orm";
import { queueMail } from "~/core/mail/queue-mail.server";
import { definePublicForm, type PublicEntry, settleEntry } from "~/core/public-forms/public-form.server";
import type { NewEntry } from "~/core/public-forms/submit-entry.server";
import type { EntryOutcome } from "~/core/public-forms/tables.server";
import { newRequestLink, requestUrl } from "~/core/requests/links.server";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatUsDate } from "~/platform/dates/date-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { comparableAddress } from "~/platform/mail-address";
import { mailboxOf } from "~/platform/mailbox.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { entrantRegistered, entrantWithdrew } from "../audit.server";
import { MAIL_KEYS } from "../draw/place.server";
import { nameOf, type ShopEntrant } from "../entrants/list.server";
import { lockGiveaway, phaseOf, recordGiveawayAudit, type ShopGiveaway } from "../giveaway.server";
import { giveawayEntered } from "../mail-texts.server";
import { ENTRANTS_LIST, GIVEAWAYS_LIST, type Phase } from "../messages";
import { aliasesAsOneAddress } from "../switches";
import { giveawayEntrants as entrants, giveawayEntrants, giveaways } from "../tables.server";
import { ENTRY_REQUEST, entryIdOf } from "./entry-link";
import * as messages from "./messages";

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
    key: `${MAIL_KEYS.entry(id)}${number}:${version}`,
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
  // Now: a draw takes those who registered on the giveaway's days, which may have been changed since they entered.
  const entered = await storeState(tx, entrant, { state: "registered", registeredAt: now });
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
  await storeState(tx, entrant, { state: "withdrawn" });
  await recordGiveawayAudit(tx, entrant.shop, entrant.giveawayId, entrantWithdrew, {
    actor: ENTRANT,
    before: null,
    after: { entry: entrant.number },
  });
}

async function storeState(
  tx: ShopTransaction,
  entrant: ShopEntrant,
  set: { state: "withdrawn" } | { state: "registered"; registeredAt: Date },
): Promise<ShopEntrant> {
  const { shop, giveawayId, number } = entrant;
  const [stored = entrant] = await tx
    .update(giveawayEntrants)
    .set({ ...set, reason: null, version: sql`${giveawayEntrants.version} + 1` })
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
  { domain, name, timeZone }: Shop,
  { email, data }: PublicEntry<EntryData>,
  now: Date,
): Promise<EntryOutcome> {
  const giveaway = await lockGiveaway(tx, domain, data.giveawayId);
  if (giveaway.isDeleted) return refused(messages.unknown(name));
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
    // Entries from before the switch was on may share a mailbox: one that wasn't withdrawn decides.
    .orderBy(sql`${entrants.state} = 'withdrawn'`, entrants.number)
    .limit(1)
    // Staff or an erasure may be changing it.
    .for("update");
  return entrant;
}

/** The rule of the column `mailbox`. */
const withoutAlias = (address: string): string => address.replace(/^([^+@]+)\+[^@]*@/, "$1@");
