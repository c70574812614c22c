import { and, eq, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { CLOSED, GONE, OVER } from "./limits";
import { events } from "./tables.server";

/** A shop's event as it is kept. */
export type ShopEvent = typeof events.$inferSelect;

/** When registration closes. */
export const closesAt = ({ rsvpBy, dateTo }: Pick<ShopEvent, "rsvpBy" | "dateTo">): Date => rsvpBy ?? dateTo;

/** Why no one can register for an event any longer, as a sentence. Null while people can. */
export function whyOver(event: ShopEvent, now: Date): string | null {
  if (event.isDeleted) return GONE;
  if (event.dateTo <= now) return OVER;
  return closesAt(event) <= now ? CLOSED : null;
}

/** @throws 404 for a deleted event, 409 for one whose registration is closed */
export function assertTakesPlace(event: ShopEvent): void {
  const why = whyOver(event, new Date());
  if (why) throw why === GONE ? notFound(why) : conflict(why);
}

export const NO_SUCH_EVENT = "This event doesn't exist. It may have been deleted.";

/** The largest id that the column can store. Larger numbers aren't event ids. */
const LARGEST_ID = 2_147_483_647;

/** The event's id in the group id of its invitations. Null for any other text. */
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

/** The event that an operation created. */
export async function findEventOfOperation(
  tx: ShopTransaction,
  shop: string,
  operationId: string,
): Promise<ShopEvent | undefined> {
  const [event] = await tx
    .select()
    .from(events)
    .where(and(eq(events.shop, shop), eq(events.operationId, operationId)));
  return event;
}

/** Stores a new event with the shop's next number. Its caller serializes this, so that numbers neither repeat nor leave gaps. */
export async function insertEvent(
  tx: ShopTransaction,
  event: Omit<typeof events.$inferInsert, "id">,
): Promise<ShopEvent> {
  const id = sql`(SELECT coalesce(max(id), 0) + 1 FROM events WHERE shop = ${event.shop})`;
  const [inserted] = await tx
    .insert(events)
    .values({ ...event, id })
    .returning();
  if (!inserted) throw new Error("The insert returned no event.");
  return inserted;
}

/** Stores fields of a locked event as its next version. */
export async function updateEvent(
  tx: ShopTransaction,
  before: ShopEvent,
  fields: Partial<Omit<ShopEvent, "shop" | "id" | "version">>,
): Promise<ShopEvent> {
  const [event = before] = await tx
    .update(events)
    .set({ ...fields, version: sql`${events.version} + 1` })
    .where(isEvent(before.shop, before.id))
    .returning();
  return event;
}
