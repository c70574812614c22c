import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { removeAttachments } from "~/core/attachments/remove-attachments.server";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { linkIdOf } from "~/platform/personal-link.server";
import { ENTRY_GONE, type PublicEntry, type PublicForms } from "./public-form.server";
import type { EntryOutcome } from "./tables.server";
import { confirmationLinks, publicEntries } from "./tables.server";

/**
 * What waits for the mailbox of a link, and what was confirmed less than a day ago, oldest first. Changes nothing, because mail scanners open
 * links, too.
 * @returns undefined for a link that was altered or has expired
 */
export async function openConfirmation(
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
export async function confirmEntry(
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
export async function dismissEntries(
  { domain }: Pick<Shop, "domain">,
  ids: readonly string[],
): Promise<number> {
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
