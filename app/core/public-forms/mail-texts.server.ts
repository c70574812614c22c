import { and, eq, gt, isNull } from "drizzle-orm";
import { mailText, type QueuedMail } from "~/core/mail/mail-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { confirmationLinks, publicEntries } from "./tables.server";

/** It has no word of the visitor, because strangers can enter any text for any address. */
export const confirmEntries = mailText({
  id: "public.confirm",
  name: "Confirmation of an email address",
  when: "Someone enters an email address on a public page. An address gets at most one in 10 minutes, and five a day",
  subject: "Please confirm your email address for {{shop}}",
  body: `Hello,

This email address was entered on a page of {{shop}}:

{{entries}}

It doesn't count yet. Open this link until {{until}} to see the details, and to confirm what is yours:

{{link}}

If you didn't enter it, select "Not mine" on that page, or ignore this email. What isn't confirmed is deleted.

{{shop}}`,
  placeholders: {
    entries: {
      meaning: "What waits for the confirmation, without any words of the visitor",
      example: "- Entry in Summer giveaway",
    },
    until: { meaning: "When the link expires", example: "06/30/2026 02:15 PM PDT" },
    link: {
      meaning: "The link to the page where everything that waits is confirmed",
      example: "https://shop.example/apps/backroom/confirm/…",
      isLink: true,
      isRequired: true,
    },
  },
  findObjection: reasonNotToSend,
});

const EXPIRED =
  "The link in this email has expired, so it wasn't sent. The person can fill in the form again.";
const NOTHING_WAITS = "Nothing waits for a confirmation any longer, so this email wasn't sent.";

/** Why a confirmation email must no longer be sent, in a sentence. Null when it may be. */
async function reasonNotToSend(tx: ShopTransaction, { shop, linkId }: QueuedMail): Promise<string | null> {
  if (linkId === null) return null;
  const now = new Date();
  const [link] = await tx
    .select({ mailbox: confirmationLinks.mailbox, expiresAt: confirmationLinks.expiresAt })
    .from(confirmationLinks)
    .where(and(eq(confirmationLinks.shop, shop), eq(confirmationLinks.id, linkId)));
  if (!link || link.expiresAt <= now) return EXPIRED;
  const waiting = await tx.$count(
    publicEntries,
    and(
      eq(publicEntries.shop, shop),
      eq(publicEntries.mailbox, link.mailbox),
      isNull(publicEntries.outcome),
      gt(publicEntries.expiresAt, now),
    ),
  );
  return waiting > 0 ? null : NOTHING_WAITS;
}
