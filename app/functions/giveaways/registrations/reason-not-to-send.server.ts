import { and, eq } from "drizzle-orm";
import type { QueuedMail } from "~/core/mail/mail-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { giveawayEntryRequests } from "../tables.server";

/** Why the email that confirms an entry must no longer be sent, in a sentence; null when it may be. */
export async function reasonNotToSend(
  tx: ShopTransaction,
  { shop, linkId }: QueuedMail,
): Promise<string | null> {
  if (linkId === null) return null;
  const [request] = await tx
    .select({ number: giveawayEntryRequests.number, expiresAt: giveawayEntryRequests.expiresAt })
    .from(giveawayEntryRequests)
    .where(and(eq(giveawayEntryRequests.shop, shop), eq(giveawayEntryRequests.id, linkId)));
  if (!request || request.expiresAt <= new Date()) return EXPIRED;
  return request.number === null ? null : CONFIRMED;
}

const EXPIRED = "The link in this email has expired, so it wasn't sent. The person can register again.";
const CONFIRMED = "The person has already confirmed the entry, so this email wasn't sent.";
