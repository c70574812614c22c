import { and, eq } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { calendarDay } from "~/platform/day";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { storefrontUrl } from "~/platform/storefront.server";
import type { Giveaway } from "./contract";
import { DELETED_MEANWHILE, NO_SUCH_GIVEAWAY, type Phase } from "./messages";
import { giveaways } from "./tables.server";

/** A giveaway as it is kept. */
export type ShopGiveaway = typeof giveaways.$inferSelect;

const isGiveaway = (shop: string, id: number) => and(eq(giveaways.shop, shop), eq(giveaways.id, id));

/** A giveaway, deleted ones too. @throws 404 when the shop has none of this id */
export async function findGiveaway(tx: ShopTransaction, shop: string, id: number): Promise<ShopGiveaway> {
  const [giveaway] = await tx.select().from(giveaways).where(isGiveaway(shop, id));
  if (!giveaway) throw notFound(NO_SUCH_GIVEAWAY);
  return giveaway;
}

/** As `findGiveaway`, for a change: nobody else changes it, registers or draws until the transaction ends. */
export async function holdGiveaway(tx: ShopTransaction, shop: string, id: number): Promise<ShopGiveaway> {
  const [giveaway] = await tx.select().from(giveaways).where(isGiveaway(shop, id)).for("update");
  if (!giveaway) throw notFound(NO_SUCH_GIVEAWAY);
  return giveaway;
}

/** The same, of one that is not deleted. @throws 409 when it was */
export async function holdOpenGiveaway(tx: ShopTransaction, shop: string, id: number): Promise<ShopGiveaway> {
  const giveaway = await holdGiveaway(tx, shop, id);
  if (giveaway.isDeleted) throw conflict(DELETED_MEANWHILE);
  return giveaway;
}

/** Where a giveaway is in its life, by the shop's calendar. The draw ends it, whatever its days say. */
export function phaseOf(giveaway: ShopGiveaway, now: Date, timeZone: string): Phase {
  const { startDay, endDay, registrationCount, registered, closedAt } = giveaway;
  const today = calendarDay(now, timeZone);
  if (closedAt) return "drawn";
  if (endDay !== null && today > endDay) return "ended";
  if (registrationCount !== null && registered >= registrationCount) return "full";
  return startDay !== null && today < startDay ? "scheduled" : "open";
}

/** A giveaway as the calls answer it. */
export function giveawayOf(giveaway: ShopGiveaway, { domain, timeZone }: Shop, now: Date): Giveaway {
  const { id, name, description, registrationCount, registered, drawn, isDeleted, version } = giveaway;
  return {
    id,
    name,
    description,
    startDate: giveaway.startDay,
    endDate: giveaway.endDay,
    registrationCount,
    createdDate: giveaway.createdAt.toISOString(),
    registered,
    phase: phaseOf(giveaway, now, timeZone),
    drawn,
    link: storefrontUrl(domain, `giveaway/${giveaway.key}`),
    isDeleted,
    version,
  };
}
