import { and, eq } from "drizzle-orm";
import type { QueuedMail } from "~/core/mail/mail-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { codeRequests } from "../tables.server";

/** Why the email that confirms a registration must no longer be sent, in a sentence; null when it may be. */
export async function reasonNotToSend(
  tx: ShopTransaction,
  { shop, linkId }: QueuedMail,
): Promise<string | null> {
  if (linkId === null) return null;
  const [request] = await tx
    .select({ expiresAt: codeRequests.expiresAt })
    .from(codeRequests)
    .where(and(eq(codeRequests.shop, shop), eq(codeRequests.id, linkId)));
  return request && request.expiresAt > new Date() ? null : EXPIRED;
}

const EXPIRED = "The link in this email has expired, so it wasn't sent. The person can register again.";
