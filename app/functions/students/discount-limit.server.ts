import { recordAudit } from "~/domain/audit/record.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { FALLBACK_LIMIT, LIMIT_LABEL } from "./messages";

const KEY = "default_discount_limit";

/** The shop's default discount limit in dollars: digits, or empty for none; 9500 where nobody has set one (section 9). */
export function readDiscountLimit(shop: string): Promise<string> {
  return withShop(shop, (tx) => stored(tx, shop));
}

/** Sets the default discount limit, and writes down who did. @returns the new value */
export async function saveDiscountLimit(
  { shop, administrator }: CallContext,
  value: string,
): Promise<string> {
  return withShop(shop.domain, async (tx) => {
    // One at a time, so that what is written down as "before" is what stood there.
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`${KEY} ${shop.domain}`]);
    const before = await stored(tx, shop.domain);
    if (before === value) return value;
    await tx.$client.query(
      `INSERT INTO settings (shop, key, value, changed_at, changed_by) VALUES ($1, $2, to_jsonb($3::text), now(), $4)
       ON CONFLICT (shop, key) DO UPDATE SET value = excluded.value, changed_at = now(), changed_by = excluded.changed_by`,
      [shop.domain, KEY, value, administrator.id],
    );
    await recordAudit(tx, shop.domain, {
      action: "setting.changed",
      actor: administrator,
      subject: { type: "shop", id: shop.domain },
      before: { key: LIMIT_LABEL, value: before },
      after: { key: LIMIT_LABEL, value },
      flag: "showStudents",
    });
    return value;
  });
}

async function stored(tx: ShopTransaction, shop: string): Promise<string> {
  const { rows } = await tx.$client.query<{ value: string }>(
    "SELECT value FROM settings WHERE shop = $1 AND key = $2",
    [shop, KEY],
  );
  return rows[0]?.value ?? FALLBACK_LIMIT;
}
