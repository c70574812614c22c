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
  const { who, elsewhere } = await readWho(tx, { shop, administrator }, { id, ...change });
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
  const { who, elsewhere } = await readWho(tx, context, deletion);
  return conflict(`${who} deleted ${what}${elsewhere}. Your changes weren't saved.${next && ` ${next}`}`);
}

async function readWho(
  tx: ShopTransaction,
  { shop, administrator }: ChangingPerson,
  { id, ...change }: RecordedChange & { id: string | number },
): Promise<{ who: string; elsewhere: string }> {
  const entries = await readLatestEntries(tx, shop.domain, change, [String(id)]);
  const { actorId, actorName = "Someone" } = entries.get(String(id)) ?? {};
  return actorId === administrator.id
    ? { who: "You", elsewhere: " in another window" }
    : { who: actorName, elsewhere: "" };
}
