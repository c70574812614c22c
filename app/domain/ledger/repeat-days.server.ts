import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { settingChanged } from "~/core/settings/audit.server";
import { settings } from "~/platform/auth/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishCreditsChanged } from "./publish-credits-changed.server";
import { DEFAULT_REPEAT_DAYS } from "./repeat-days";

const KEY = "credits.repeatDays";
/** What Activity calls it. */
const NAME = "Store credit: repeated credits";

/** For how many days an administrator is asked before the same customer gets the same amount with the same reference again. 0: never. */
export async function readRepeatDays(tx: ShopTransaction, shop: string): Promise<number> {
  const { rows } = await tx.$client.query<{ value: unknown }>(
    "SELECT value FROM settings WHERE shop = $1 AND key = $2",
    [shop, KEY],
  );
  const [row] = rows;
  return typeof row?.value === "number" ? row.value : DEFAULT_REPEAT_DAYS;
}

/** Saves the number of days. */
export async function saveRepeatDays(
  { shop, administrator, clock }: CallContext,
  days: number,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    const before = await readRepeatDays(tx, shop.domain);
    if (before === days) return;
    const set = { value: days, changedBy: administrator.id, changedAt: clock.now() };
    await tx
      .insert(settings)
      .values({ shop: shop.domain, key: KEY, ...set })
      .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
    await recordAudit(tx, shop.domain, settingChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: { key: NAME, value: `${before} days` },
      after: { key: NAME, value: `${days} days` },
    });
  });
  publishCreditsChanged(shop.domain);
}
