import { and, eq, inArray } from "drizzle-orm";
import { settings } from "~/platform/auth/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { SWITCH_KEYS, type SwitchKey } from "./switches";

/** The shop's switches; one that nobody ever set is off. */
export async function readSwitches(tx: ShopTransaction, shop: string): Promise<Record<SwitchKey, boolean>> {
  const rows = await tx
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(and(eq(settings.shop, shop), inArray(settings.key, SWITCH_KEYS)));
  const on = new Set(rows.filter(({ value }) => value === true).map(({ key }) => key));
  return Object.fromEntries(SWITCH_KEYS.map((key) => [key, on.has(key)])) as Record<SwitchKey, boolean>;
}

/** Sets one switch. */
export async function writeSwitch(
  tx: ShopTransaction,
  shop: string,
  {
    key,
    value,
    changedBy,
    changedAt,
  }: { key: SwitchKey; value: boolean; changedBy: string; changedAt: Date },
): Promise<void> {
  const set = { value, changedBy, changedAt };
  await tx
    .insert(settings)
    .values({ shop, key, ...set })
    .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
}
