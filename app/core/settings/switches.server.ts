import { type SQL, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ShopSwitch } from "./shop-switch";

/** Whether each switch is on in the shop. One that was never set is off. */
export async function readSwitches(
  tx: ShopTransaction,
  shop: string,
  switches: readonly ShopSwitch[],
): Promise<Record<string, boolean>> {
  const keys = switches.map(({ key }) => key);
  const { rows } = await tx.$client.query<{ key: string }>({
    name: "switches that are on",
    text: "SELECT key FROM settings WHERE shop = $1 AND key = ANY($2) AND value = 'true'::jsonb",
    values: [shop, keys],
  });
  const on = new Set(rows.map(({ key }) => key));
  return Object.fromEntries(keys.map((key) => [key, on.has(key)]));
}

export async function isSwitchOn(tx: ShopTransaction, shop: string, one: ShopSwitch): Promise<boolean> {
  return (await readSwitches(tx, shop, [one]))[one.key] === true;
}

/** Whether a switch is on, as a condition in a transaction that is restricted to a shop. */
export const switchIsOn = ({ key }: ShopSwitch): SQL =>
  sql`EXISTS (SELECT FROM settings WHERE shop = current_setting('app.shop') AND key = ${key} AND value = 'true'::jsonb)`;
