import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import { mailStops } from "./tables.server";

/** Why nothing is sent to an address, or null when email to it is allowed. */
export async function findStop(
  tx: ShopTransaction,
  shop: string,
  address: string,
): Promise<{ reason: string; since: Date } | null> {
  const [stop] = await tx
    .select({ reason: mailStops.reason, since: mailStops.since })
    .from(mailStops)
    .where(isStopOf(shop, address));
  return stop ?? null;
}

/** Blocks an address. The first reason stays. */
export async function stopMailTo(
  tx: ShopTransaction,
  shop: string,
  address: string,
  reason: string,
): Promise<void> {
  await tx
    .insert(mailStops)
    .values({ shop, address: comparableAddress(address), reason, since: new Date() })
    .onConflictDoNothing();
}

/** Allows email to an address again. @returns why it was blocked, or null when it wasn't */
export async function liftStop(tx: ShopTransaction, shop: string, address: string): Promise<string | null> {
  const [lifted] = await tx
    .delete(mailStops)
    .where(isStopOf(shop, address))
    .returning({ reason: mailStops.reason });
  return lifted?.reason ?? null;
}

const isStopOf = (shop: string, address: string) =>
  and(eq(mailStops.shop, shop), eq(mailStops.address, comparableAddress(address)));

/** The reason on an email to a blocked address. */
export const stoppedText = (reason: string): string =>
  `Nothing is sent to this address, because an earlier email bounced: ${reason} When the address works again, allow email to it on the Mail page.`;
