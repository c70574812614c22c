import { and, eq, inArray, sql } from "drizzle-orm";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { Refusal } from "~/platform/errors";
import type { Invitation } from "../invitation.server";
import { type Particulars, readParticulars, whyClosed } from "../particulars.server";
import { publishInvitations } from "../publish.server";
import { invitations } from "../tables.server";
import { isBeingAccepted } from "./acceptance-record.server";
import { type FoundLink, findLink } from "./find-link.server";

/** What somebody who opens a link is shown. */
export type OpenedLink =
  | Exclude<FoundLink, { is: "open" }>
  | { is: "open"; invitation: Invitation; particulars: Particulars }
  /** The person has pressed the button, and the store has not followed yet. */
  | { is: "pending" }
  /** Nobody can accept now: the event is over, or full, for example. */
  | { is: "closed"; invitation: Invitation; refusal: Refusal };

/**
 * Opens a personal link. That the invitation has reached the person is known from now on; beyond that, opening changes nothing,
 * however often it is done.
 * @param byPerson false for what only looks ahead, such as a browser's prefetch: it says nothing about the person
 */
export async function openInvitation(
  shop: string,
  token: string,
  { byPerson, now }: { byPerson: boolean; now: Date },
): Promise<OpenedLink> {
  const opened = await withShop(shop, async (tx) => {
    const found = await findLink(tx, shop, token, now);
    if (found.is === "expired") {
      // An event that is over says so itself: its links have run out with it.
      return { shown: (await closed(tx, shop, found.invitation)) ?? found, isNews: false };
    }
    if (found.is !== "open") return { shown: found, isNews: false };
    const { invitation } = found;
    const isNews = byPerson && (await markDelivered(tx, invitation, now));
    if (await isBeingAccepted(tx, invitation)) return { shown: { is: "pending" as const }, isNews };
    const over = await closed(tx, shop, invitation);
    if (over) return { shown: over, isNews };
    const particulars = await readParticulars(tx, shop, invitation);
    return { shown: { is: "open" as const, invitation, particulars }, isNews };
  });
  const { shown, isNews } = opened;
  if (isNews && "invitation" in shown && shown.invitation)
    publishInvitations(shop, shown.invitation.audience, [shown.invitation.id]);
  return shown;
}

async function closed(tx: ShopTransaction, shop: string, invitation: Invitation) {
  const refusal = await whyClosed(tx, shop, invitation);
  return refusal && { is: "closed" as const, invitation, refusal };
}

/** @returns whether that was news */
async function markDelivered(tx: ShopTransaction, { shop, id }: Invitation, now: Date): Promise<boolean> {
  const marked = await tx
    .update(invitations)
    .set({ state: "delivered", deliveredAt: sql`coalesce(${invitations.deliveredAt}, ${now})` })
    .where(
      and(
        eq(invitations.shop, shop),
        eq(invitations.id, id),
        inArray(invitations.state, ["queued", "sent", "bounced"]),
      ),
    )
    .returning({ id: invitations.id });
  return marked.length > 0;
}
