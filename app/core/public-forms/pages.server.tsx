import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { ReactElement } from "react";
import { removeAttachments } from "~/core/attachments/remove-attachments.server";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { linkIdOf, storefrontHome } from "~/platform/personal-link.server";
import { CONFIRM_WITHIN_HOURS, MAX_WAITING } from "./limits";
import { ENTRY_GONE, type PublicEntry, type PublicForms } from "./public-form.server";
import { confirmationLinks, type EntryOutcome, publicEntries } from "./tables.server";
import { ConfirmPage, MessagePage } from "./ui/ConfirmPage";

interface Answer {
  page: ReactElement;
  status?: number;
}

/**
 * What each public form answers to an entry that waits. It is the same for every address, so that it doesn't say who has taken part.
 * @param what the entry as the visitor knows it: "Your entry in Summer giveaway"
 */
export const checkEmailPage = (what: string): Answer => ({
  page: (
    <MessagePage
      title="Check your email"
      text={`${what} doesn't count yet. We email a link to this address within a few minutes. Open it and confirm within ${CONFIRM_WITHIN_HOURS} hours. If you got such an email from us earlier today, its link shows this too. Check your spam folder if you don't see it.`}
    />
  ),
});

/** The page of an outcome, for a signed-in customer. */
export const outcomePage = ({ title, text, link, isDone }: EntryOutcome): Answer => ({
  page: <MessagePage title={title} text={text} link={link} />,
  status: isDone ? 200 : 409,
});

/** The answer to a form of a page that takes none now. As a success, the browser would forget what was typed. */
export const refusedForm = <Page extends { status?: number }>(page: Page): Page =>
  (page.status ?? 200) < 400 ? { ...page, status: 409 } : page;

const LINK_NOT_VALID: Answer = {
  page: (
    <MessagePage
      title="This link doesn't work"
      text="It's incomplete, or it has expired. If something of yours wasn't confirmed yet, fill in its form again."
    />
  ),
  status: 410,
};

/** The page of the personal link in a confirmation email. */
export async function confirmationPage(shop: Shop, token: string): Promise<Answer> {
  const entries = await openConfirmation(shop, token, systemClock.now());
  return entries ? listPage(shop, entries) : LINK_NOT_VALID;
}

/** Handles its buttons. */
export async function confirmedPage(
  forms: PublicForms,
  shop: Shop,
  token: string,
  form: FormData,
): Promise<Answer> {
  const before = await openConfirmation(shop, token, systemClock.now());
  if (!before) return LINK_NOT_VALID;
  const ids = form.getAll("entry").filter((id) => typeof id === "string");
  const chosen = before.filter(({ id }) => ids.includes(id));
  const outcome =
    form.get("decision") === "dismiss"
      ? await dismiss(shop, chosen)
      : await confirmEntry(forms, shop, before, chosen[0]?.id ?? "");
  const after = (await openConfirmation(shop, token, systemClock.now())) ?? [];
  const isShown = after.some(({ id, outcome: stored }) => id === chosen[0]?.id && stored !== null);
  const status = outcome.isDone ? 200 : 409;
  return { ...listPage(shop, after, isShown ? undefined : outcome), status };
}

async function dismiss(shop: Shop, chosen: readonly PublicEntry[]): Promise<EntryOutcome> {
  const removed = await dismissEntries(
    shop,
    chosen.map(({ id }) => id),
  );
  if (removed === 0) return ENTRY_GONE;
  const text = removed === 1 ? "The entry was deleted." : `${removed} entries were deleted.`;
  return { title: "Removed", text: `${text} Nothing was confirmed.`, isDone: true };
}

function listPage({ name, domain }: Shop, entries: readonly PublicEntry[], notice?: EntryOutcome): Answer {
  const waiting = entries.filter(({ outcome }) => outcome === null).length;
  return {
    page: (
      <ConfirmPage
        shopName={name}
        shopUrl={storefrontHome(domain)}
        entries={entries}
        notice={notice}
        isFull={waiting >= MAX_WAITING}
      />
    ),
  };
}

/**
 * What waits for the mailbox of a link, and what was confirmed less than a day ago, oldest first. Changes nothing, because mail scanners open
 * links, too.
 * @returns undefined for a link that was altered or has expired
 */
async function openConfirmation(
  { domain }: Pick<Shop, "domain">,
  token: string,
  now: Date,
): Promise<PublicEntry[] | undefined> {
  const linkId = linkIdOf(domain, token);
  if (!linkId) return undefined;
  return withShop(domain, async (tx) => {
    const [link] = await tx
      .select({ mailbox: confirmationLinks.mailbox })
      .from(confirmationLinks)
      .where(
        and(
          eq(confirmationLinks.shop, domain),
          eq(confirmationLinks.id, linkId),
          gt(confirmationLinks.expiresAt, now),
        ),
      );
    if (!link) return undefined;
    const rows = await tx
      .select()
      .from(publicEntries)
      .where(
        and(
          eq(publicEntries.shop, domain),
          eq(publicEntries.mailbox, link.mailbox),
          gt(publicEntries.expiresAt, now),
        ),
      )
      .orderBy(asc(publicEntries.createdAt), asc(publicEntries.id));
    return rows as PublicEntry[];
  });
}

/** Confirms one entry of a link. @returns what its form did with it, or that it is gone */
async function confirmEntry(
  forms: PublicForms,
  shop: Shop,
  entries: readonly PublicEntry[],
  id: string,
): Promise<EntryOutcome> {
  const entry = entries.find((one) => one.id === id);
  const form = entry && forms.get(entry.form);
  if (!form) return ENTRY_GONE;
  return entry.outcome ?? form.confirm(shop, entry);
}

/** Deletes entries of a link that aren't its owner's, with their files. @returns how many. Confirmed ones stay */
async function dismissEntries({ domain }: Pick<Shop, "domain">, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return withShop(domain, async (tx) => {
    const removed = await tx
      .delete(publicEntries)
      .where(
        and(
          eq(publicEntries.shop, domain),
          inArray(publicEntries.id, [...ids]),
          isNull(publicEntries.outcome),
        ),
      )
      .returning({ attachmentId: publicEntries.attachmentId });
    const files = removed.flatMap(({ attachmentId }) => attachmentId ?? []);
    if (files.length > 0) await removeAttachments(tx, domain, files);
    return removed.length;
  });
}
