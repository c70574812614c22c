import { and, eq, sql } from "drizzle-orm";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { type AuditEntry, recordAudit } from "~/core/audit/record-audit.server";
import { isoDateIn } from "~/platform/dates/instant";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { giveawaySubject } from "./audit.server";
import { GIVEAWAY_DELETED, GIVEAWAY_NOT_FOUND, type Phase } from "./messages";
import { giveaways } from "./tables.server";

/** A giveaway as stored. */
export type ShopGiveaway = typeof giveaways.$inferSelect;

const isGiveaway = (shop: string, id: number) => and(eq(giveaways.shop, shop), eq(giveaways.id, id));

/** A giveaway, deleted or not. @throws 404 for an unknown id */
export async function findGiveaway(tx: ShopTransaction, shop: string, id: number): Promise<ShopGiveaway> {
  const [giveaway] = await tx.select().from(giveaways).where(isGiveaway(shop, id));
  if (!giveaway) throw notFound(GIVEAWAY_NOT_FOUND);
  return giveaway;
}

/** Like `findGiveaway`, with a row lock: no concurrent change, registration or draw until the transaction ends. */
export async function lockGiveaway(tx: ShopTransaction, shop: string, id: number): Promise<ShopGiveaway> {
  const [giveaway] = await tx.select().from(giveaways).where(isGiveaway(shop, id)).for("update");
  if (!giveaway) throw notFound(GIVEAWAY_NOT_FOUND);
  return giveaway;
}

/**
 * Serializes the changes of a shop's winners: a winner of another giveaway, of which the other transaction knows nothing yet, could win
 * again. Before the giveaway is locked, always in this order.
 */
export const lockWinners = (tx: ShopTransaction, shop: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`giveaway winners ${shop}`}))`);

/** Like `lockGiveaway`, for one that is not deleted. @throws 409 when it is */
export async function lockOpenGiveaway(tx: ShopTransaction, shop: string, id: number): Promise<ShopGiveaway> {
  const giveaway = await lockGiveaway(tx, shop, id);
  if (giveaway.isDeleted) throw conflict(GIVEAWAY_DELETED);
  return giveaway;
}

/** What a giveaway's phase follows from. */
export interface GiveawayFigures
  extends Pick<ShopGiveaway, "startDay" | "endDay" | "registrationCount" | "registered"> {
  closedAt: Date | string | null;
}

/** A giveaway's phase by the shop's calendar. A draw ends it regardless of its dates. */
export function phaseOf(giveaway: GiveawayFigures, now: Date, timeZone: string): Phase {
  const { startDay, endDay, registrationCount, registered, closedAt } = giveaway;
  const today = isoDateIn(now, timeZone);
  if (closedAt) return "drawn";
  if (endDay !== null && today > endDay) return "ended";
  if (registrationCount !== null && registered >= registrationCount) return "full";
  return startDay !== null && today < startDay ? "scheduled" : "open";
}

/** Records a change of a giveaway, its entrants or its draws. It identifies entrants by number, never by name. */
export async function recordGiveawayAudit<Before, After>(
  tx: ShopTransaction,
  shop: string,
  id: number,
  action: AuditAction<Before, After>,
  entry: Pick<AuditEntry<NoInfer<Before>, NoInfer<After>>, "actor" | "before" | "after" | "jobId">,
): Promise<void> {
  const subject = { type: giveawaySubject, id: String(id) };
  await recordAudit(tx, shop, action, { ...entry, subject, flag: "showGiveaways" });
}
