import { sql } from "drizzle-orm";
import { countAdmitted } from "~/domain/invitations/accept/acceptance.server";
import { FULL_CODE } from "~/domain/invitations/particulars.server";
import { countWaitingIn } from "~/domain/invitations/waiting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import type { ShopEvent } from "../event.server";
import { FULL } from "../limits";

/**
 * Serializes who gets a place of an event until the transaction ends, so that the last place goes to exactly one person. Take it before
 * the invitation's lock. It doesn't lock the event's row: a change of the event locks the row first and then the invitations.
 */
export const lockPlaces = (tx: ShopTransaction, shop: string, groupId: string): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`places ${shop} ${groupId}`}))`);

const groupOf = ({ shop, id }: Pick<ShopEvent, "shop" | "id">) =>
  ({ shop, audience: "event", groupId: String(id) }) as const;

/** The number of places that no one has. Negative when staff gave more; null where any number of people can register. */
export async function countPlacesLeft(tx: ShopTransaction, event: ShopEvent): Promise<number | null> {
  if (event.capacity === null) return null;
  return event.capacity - (await countAdmitted(tx, groupOf(event)));
}

/** How many people wait for a place. */
const countWaiting = (tx: ShopTransaction, event: Pick<ShopEvent, "shop" | "id">): Promise<number> =>
  countWaitingIn(tx, event.shop, groupOf(event));

/** The number of places for people who don't wait: those who do come first. Null without a limit. */
export async function countOpenPlaces(tx: ShopTransaction, event: ShopEvent): Promise<number | null> {
  const places = await countPlacesLeft(tx, event);
  return places === null ? null : places - (await countWaiting(tx, event));
}

export const isFull = async (tx: ShopTransaction, event: ShopEvent): Promise<boolean> => {
  const places = await countOpenPlaces(tx, event);
  return places !== null && places <= 0;
};

export const fullRefusal = (sentence = FULL): Refusal => new Refusal(409, FULL_CODE, sentence);
