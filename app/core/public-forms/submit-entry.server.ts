import { randomUUID } from "node:crypto";
import { addHours, subHours, subMinutes } from "date-fns";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { removeAttachments } from "~/core/attachments/remove-attachments.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { mailboxOf } from "~/platform/mailbox.server";
import { PERSONAL_LINK, storefrontUrl } from "~/platform/personal-link.server";
import { CONFIRM_WITHIN_HOURS, MAIL_AGAIN_AFTER_MINUTES, MAX_MAILS_A_DAY, MAX_WAITING } from "./limits";
import { confirmEntries } from "./mail-texts.server";
import type { PublicEntry, PublicForm } from "./public-form.server";
import type { EntryOutcome } from "./tables.server";
import { confirmationLinks, publicEntries } from "./tables.server";

/** What a visitor entered, checked. */
export interface NewEntry<Data extends object> {
  /** What a later entry replaces while this one waits: unique in the form. */
  key: string;
  email: string;
  /** What it is, in the shop's words only. */
  title: string;
  /** What the owner of the mailbox should know, such as an earlier entry. Never shown to the visitor. */
  note: string | null;
  /** What was entered, line by line, for the page where it is confirmed. */
  details: string[];
  data: Data;
  /** The file that was stored for it. */
  attachmentId?: string;
}

/** A customer who is signed in to the store, with an address that Shopify has verified. */
export interface SignedInCustomer {
  id: number;
  email: string;
}

/** The visitor of a public page. */
export interface Visitor {
  customer: SignedInCustomer | null;
  /** Their network address, so that each gets a fair share of expensive work. */
  sender?: string;
  /** Aborted when they hang up. */
  signal?: AbortSignal;
}

/**
 * Stores an entry of a public form. It has no effect until the owner of the mailbox confirms it by the link in an email. A customer
 * who is signed in with this mailbox confirms it by sending the form.
 * @returns the outcome for a signed-in customer. Null for an entry that waits: the page must say the same to everyone
 */
export async function submitEntry<Data extends object>(
  shop: Shop,
  form: PublicForm<Data>,
  entry: NewEntry<Data>,
  visitor: Visitor,
  now: Date,
): Promise<EntryOutcome | null> {
  const stored = await withShop(shop.domain, (tx) => storeEntry(tx, shop, form, entry, visitor, now));
  return confirmIfSignedIn(shop, form, stored);
}

/** An entry that was stored, and whether the visitor has confirmed it by being signed in. */
export interface StoredEntry<Data extends object> {
  entry: PublicEntry<Data> | null;
  isConfirmed: boolean;
}

/** The first half of `submitEntry`, in the caller's transaction: for an entry with a file. */
export async function storeEntry<Data extends object>(
  tx: ShopTransaction,
  shop: Shop,
  form: PublicForm<Data>,
  entry: NewEntry<Data>,
  { customer }: Visitor,
  now: Date,
): Promise<StoredEntry<Data>> {
  const { domain } = shop;
  const mailbox = await mailboxOf(tx, entry.email);
  const isConfirmed = customer !== null && (await mailboxOf(tx, customer.email)) === mailbox;
  // One at a time per mailbox, so that the emails are counted.
  await lock(tx, `entries ${domain} ${mailbox}`);
  await lock(tx, `entry ${domain} ${form.name} ${entry.key}`);
  await removeReplaced(tx, domain, form.name, entry.key);
  const isWaiting = and(
    eq(publicEntries.shop, domain),
    eq(publicEntries.mailbox, mailbox),
    isNull(publicEntries.outcome),
    gt(publicEntries.expiresAt, now),
  );
  if (!isConfirmed && (await tx.$count(publicEntries, isWaiting)) >= MAX_WAITING) {
    if (entry.attachmentId) await removeAttachments(tx, domain, [entry.attachmentId]);
    return { entry: null, isConfirmed };
  }
  const [stored] = await tx
    .insert(publicEntries)
    .values({
      shop: domain,
      id: randomUUID(),
      form: form.name,
      ...entry,
      createdAt: now,
      expiresAt: addHours(now, CONFIRM_WITHIN_HOURS),
    })
    .returning();
  if (!stored) throw new Error("The insert returned no entry.");
  if (!isConfirmed) await mailOwner(tx, shop, form, { mailbox, email: entry.email }, now);
  return { entry: { ...stored, data: stored.data as Data }, isConfirmed };
}

/** The second half of `submitEntry`, after the transaction. */
export async function confirmIfSignedIn<Data extends object>(
  shop: Shop,
  form: PublicForm<Data>,
  { entry, isConfirmed }: StoredEntry<Data>,
): Promise<EntryOutcome | null> {
  return entry && isConfirmed ? form.confirm(shop, entry) : null;
}

const lock = (tx: ShopTransaction, name: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);

/** An entry that is entered again replaces the one that waits. */
async function removeReplaced(tx: ShopTransaction, shop: string, form: string, key: string): Promise<void> {
  const replaced = await tx
    .delete(publicEntries)
    .where(
      and(
        eq(publicEntries.shop, shop),
        eq(publicEntries.form, form),
        eq(publicEntries.key, key),
        isNull(publicEntries.outcome),
      ),
    )
    .returning({ attachmentId: publicEntries.attachmentId });
  const files = replaced.flatMap(({ attachmentId }) => attachmentId ?? []);
  if (files.length > 0) await removeAttachments(tx, shop, files);
}

/** Emails a mailbox that something waits for it, unless it got such an email a moment ago or five today. The link of that one shows this entry, too, as long as it waits. */
async function mailOwner(
  tx: ShopTransaction,
  { domain: shop, timeZone }: Shop,
  { flag }: Pick<PublicForm, "flag">,
  { mailbox, email }: { mailbox: string; email: string },
  now: Date,
): Promise<void> {
  const isOfToday = and(
    eq(confirmationLinks.shop, shop),
    eq(confirmationLinks.mailbox, mailbox),
    gt(confirmationLinks.mailedAt, subHours(now, 24)),
  );
  const earlier = await tx
    .select({ mailedAt: confirmationLinks.mailedAt })
    .from(confirmationLinks)
    .where(isOfToday)
    .orderBy(desc(confirmationLinks.mailedAt))
    .limit(MAX_MAILS_A_DAY);
  const [latest] = earlier;
  const expiresAt = addHours(now, CONFIRM_WITHIN_HOURS);
  const isRecent = latest && latest.mailedAt > subMinutes(now, MAIL_AGAIN_AFTER_MINUTES);
  if (isRecent || earlier.length >= MAX_MAILS_A_DAY) {
    // The page says that the link of an earlier email shows this entry, too, and that there is a day to confirm it.
    await tx.update(confirmationLinks).set({ expiresAt }).where(isOfToday);
    return;
  }
  const id = randomUUID();
  await tx.insert(confirmationLinks).values({ shop, id, mailbox, mailedAt: now, expiresAt });
  await queueMail(tx, shop, confirmEntries, {
    key: `confirmation:${id}`,
    // Without a name: strangers can enter any name for any address.
    to: { email },
    values: {
      entries: await linesOf(tx, shop, mailbox, now),
      link: storefrontUrl(shop, `confirm/${PERSONAL_LINK}`),
      until: formatZonedDateTime(expiresAt, timeZone),
    },
    linkId: id,
    flag,
  });
}

/** What waits for a mailbox, in the shop's words. */
async function linesOf(tx: ShopTransaction, shop: string, mailbox: string, now: Date): Promise<string> {
  const rows = await tx
    .select({ title: publicEntries.title, note: publicEntries.note })
    .from(publicEntries)
    .where(
      and(
        eq(publicEntries.shop, shop),
        eq(publicEntries.mailbox, mailbox),
        isNull(publicEntries.outcome),
        gt(publicEntries.expiresAt, now),
      ),
    )
    .orderBy(publicEntries.createdAt);
  const lines = rows.map(({ title, note }) => `- ${title}${note ? `. ${note}` : ""}`);
  return [...new Set(lines)].join("\n");
}
