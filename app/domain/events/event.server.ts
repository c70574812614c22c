import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { events } from "./tables.server";

/** A shop's event as it is kept. */
export type ShopEvent = typeof events.$inferSelect;

/** When registration closes. */
export const closesAt = ({ rsvpBy, dateTo }: Pick<ShopEvent, "rsvpBy" | "dateTo">): Date => rsvpBy ?? dateTo;

const NO_SUCH_EVENT = "This event doesn't exist. It may have been deleted.";

/** The largest id that the column can store. Larger numbers aren't event ids. */
const LARGEST_ID = 2_147_483_647;

/** The event's id in the text that its invitations carry as their group; null when it is none. */
export function eventIdOf(groupId: string): number | null {
  const id = /^\d{1,10}$/.test(groupId) ? Number(groupId) : 0;
  return id > 0 && id <= LARGEST_ID ? id : null;
}

const isEvent = (shop: string, id: number) => and(eq(events.shop, shop), eq(events.id, id));

/** An event, deleted ones too. @throws 404 when the shop has none of this id */
export async function findEvent(tx: ShopTransaction, shop: string, id: number): Promise<ShopEvent> {
  const [event] = await tx.select().from(events).where(isEvent(shop, id));
  if (!event) throw notFound(NO_SUCH_EVENT);
  return event;
}

/** An event that is not deleted. @throws 404 when the shop has none of this id, or it was deleted */
export async function findOpenEvent(tx: ShopTransaction, shop: string, id: number): Promise<ShopEvent> {
  const event = await findEvent(tx, shop, id);
  if (event.isDeleted) throw notFound(NO_SUCH_EVENT);
  return event;
}

/** As `findEvent`, with a row lock until the transaction ends. */
export async function lockEvent(tx: ShopTransaction, shop: string, id: number): Promise<ShopEvent> {
  const [event] = await tx.select().from(events).where(isEvent(shop, id)).for("update");
  if (!event) throw notFound(NO_SUCH_EVENT);
  return event;
}
