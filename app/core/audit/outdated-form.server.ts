import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, outdatedForm, type Refusal } from "~/platform/errors";
import { type RecordedChange, readLatestEntries } from "./latest-entry.server";

/** Who changes something of which shop: a part of a call's context. */
export interface ChangingPerson {
  shop: Pick<Shop, "domain">;
  administrator: Pick<Administrator, "id">;
}

/**
 * The refusal of a form that was opened with an earlier version of its record: it names who changed the record since. That may be the
 * same person, in another window.
 * @param changed the record, as its entries have it, and the action of the change, where others don't change what the form has
 * @param what the record in the sentence: "this event"
 * @param them how the sentence goes on about it
 */
export async function outdatedFormOf(
  tx: ShopTransaction,
  { shop, administrator }: ChangingPerson,
  { id, ...change }: RecordedChange & { id: string | number },
  what: string,
  them?: "it" | "them",
): Promise<Refusal> {
  const { who, elsewhere } = (await readWho(tx, { shop, administrator }, { id, ...change })) ?? SOMEONE;
  return outdatedForm(`${who} changed ${what}${elsewhere}`, them);
}

/** The refusal of a form whose record was deleted since it was opened. @param next what can be done about it */
export async function deletedFormOf(
  tx: ShopTransaction,
  context: ChangingPerson,
  deletion: RecordedChange & { id: string | number },
  what: string,
  next = "",
): Promise<Refusal> {
  const { who, elsewhere } = (await readWho(tx, context, deletion)) ?? SOMEONE;
  return conflict(`${who} deleted ${what}${elsewhere}. Your changes weren't saved.${next && ` ${next}`}`);
}

/** Who made a change, for a sentence: "Olivia Owner changed it", or "You changed it in another window". */
export interface Who {
  who: string;
  elsewhere: string;
  /** It was the reader. */
  isOwn: boolean;
}

/** Where no entry says who it was. */
export const SOMEONE: Who = { who: "Someone", elsewhere: "", isOwn: false };

/** Who made the latest of these changes of a record. Undefined where no entry says it. */
export async function readWho(
  tx: ShopTransaction,
  { shop, administrator }: ChangingPerson,
  { id, ...change }: RecordedChange & { id: string | number },
): Promise<Who | undefined> {
  const entry = (await readLatestEntries(tx, shop.domain, change, [String(id)])).get(String(id));
  if (!entry) return undefined;
  return entry.actorId === administrator.id
    ? { who: "You", elsewhere: " in another window", isOwn: true }
    : { who: entry.actorName, elsewhere: "", isOwn: false };
}
