import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { linkIdOf } from "~/platform/personal-link.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { entrantRegistered } from "../audit.server";
import { entrantsList } from "../entrants/list";
import { findGiveaway, lockGiveaway, phaseOf, type ShopGiveaway } from "../giveaway.server";
import { giveawaysList } from "../list";
import type { Phase } from "../messages";
import { recordGiveawayAudit } from "../record-giveaway-audit.server";
import { giveawayEntrants, giveawayEntryRequests, giveaways } from "../tables.server";
import { isRegistered } from "./is-registered.server";

type EntryRequest = typeof giveawayEntryRequests.$inferSelect;

/** What the personal link of an entry request leads to. */
export type OpenedRequest =
  /** The link is incomplete, altered or expired, or its giveaway was deleted. */
  | { is: "invalid link" }
  | { is: Exclude<Phase, "open">; giveaway: ShopGiveaway }
  | { is: "registered"; giveaway: ShopGiveaway; number: number; digest: string }
  | { is: "registered before"; giveaway: ShopGiveaway }
  | { is: "unconfirmed"; giveaway: ShopGiveaway; request: EntryRequest };

/** The names that the page of a link shows. */
type ShownNames = Record<"firstName" | "lastName", string>;

/** The audit log's actor: visitors aren't signed in. */
const VISITOR = { id: "visitor", name: "A visitor" };

/** Finds the entry request of a personal link without changing anything. */
export async function openRequest(shop: Shop, token: string, now: Date): Promise<OpenedRequest> {
  return withShop(shop.domain, async (tx) => {
    const request = await findRequest(tx, shop.domain, token, now);
    if (!request) return { is: "invalid link" };
    return stateOf(
      tx,
      shop,
      { request, giveaway: await findGiveaway(tx, shop.domain, request.giveawayId) },
      now,
    );
  });
}

/**
 * Turns an entry request into an entry: one per address, only while the giveaway is open, and never above its Registration Count.
 * The giveaway's row lock makes confirmations of one giveaway sequential, so the count stays exact under concurrency.
 * @param shown what the page showed. Strangers can request an entry for any address, so the request may have changed since
 * @returns the request while it is unconfirmed, because it isn't what the page showed
 */
export async function confirmEntry(
  shop: Shop,
  token: string,
  shown: ShownNames,
  now: Date,
): Promise<OpenedRequest> {
  const { domain } = shop;
  let isNew = false;
  const confirmed = await withShop(domain, async (tx): Promise<OpenedRequest> => {
    const found = await findRequest(tx, domain, token, now);
    if (!found) return { is: "invalid link" };
    const giveaway = await lockGiveaway(tx, domain, found.giveawayId);
    // Again, and locked: it was confirmed or erased while this waited.
    const request = await findRequest(tx, domain, token, now, "locked");
    if (!request) return { is: "invalid link" };
    const state = await stateOf(tx, shop, { giveaway, request }, now);
    if (state.is !== "unconfirmed") return state;
    if (shown.firstName !== request.firstName || shown.lastName !== request.lastName) return state;
    isNew = true;
    return addEntry(tx, state, now);
  });
  if (isNew)
    for (const list of [giveawaysList.name, entrantsList.name])
      publishChange(domain, "showGiveaways", { list });
  return confirmed;
}

/** Claims the next number for a request, under the giveaway's lock. */
async function addEntry(
  tx: ShopTransaction,
  { giveaway, request }: Extract<OpenedRequest, { is: "unconfirmed" }>,
  now: Date,
): Promise<OpenedRequest> {
  const { shop, id: giveawayId } = giveaway;
  const { firstName, lastName, email, address } = request;
  const number = giveaway.registered + 1;
  await tx
    .update(giveaways)
    .set({ registered: number })
    .where(and(eq(giveaways.shop, shop), eq(giveaways.id, giveawayId)));
  const salt = randomBytes(16).toString("hex");
  const digest = createHash("sha256").update(`${salt}\n${address}`).digest("hex");
  const person = { firstName, lastName, email, address };
  await tx
    .insert(giveawayEntrants)
    .values({ shop, giveawayId, number, ...person, registeredAt: now, salt, digest });
  await tx
    .update(giveawayEntryRequests)
    .set({ number })
    .where(and(eq(giveawayEntryRequests.shop, shop), eq(giveawayEntryRequests.id, request.id)));
  await recordGiveawayAudit(tx, shop, giveawayId, entrantRegistered, {
    actor: VISITOR,
    before: null,
    after: { entry: number },
  });
  return { is: "registered", giveaway, number, digest };
}

async function findRequest(
  tx: ShopTransaction,
  shop: string,
  token: string,
  now: Date,
  lock?: "locked",
): Promise<EntryRequest | undefined> {
  const id = linkIdOf(shop, token);
  if (!id) return undefined;
  const { shop: ofShop, id: linkId, expiresAt } = giveawayEntryRequests;
  const query = tx
    .select()
    .from(giveawayEntryRequests)
    .where(and(eq(ofShop, shop), eq(linkId, id), gt(expiresAt, now)));
  const [request] = await (lock ? query.for("update") : query);
  return request;
}

/** A confirmed entry is shown after the giveaway has closed, too. */
async function stateOf(
  tx: ShopTransaction,
  { timeZone }: Shop,
  { giveaway, request }: { giveaway: ShopGiveaway; request: EntryRequest },
  now: Date,
): Promise<OpenedRequest> {
  if (giveaway.isDeleted) return { is: "invalid link" };
  if (request.number !== null) {
    const { number } = request;
    return { is: "registered", giveaway, number, digest: await digestOf(tx, giveaway, number) };
  }
  if (await isRegistered(tx, giveaway, request.address)) return { is: "registered before", giveaway };
  const phase = phaseOf(giveaway, now, timeZone);
  return phase === "open" ? { is: "unconfirmed", giveaway, request } : { is: phase, giveaway };
}

async function digestOf(tx: ShopTransaction, { shop, id }: ShopGiveaway, number: number): Promise<string> {
  const { shop: ofShop, giveawayId, number: entry, digest } = giveawayEntrants;
  const [entrant] = await tx
    .select({ digest })
    .from(giveawayEntrants)
    .where(and(eq(ofShop, shop), eq(giveawayId, id), eq(entry, number)));
  if (!entrant) throw new Error("A confirmed request has no entry.");
  return entrant.digest;
}
