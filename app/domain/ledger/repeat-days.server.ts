import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { settingChanged } from "~/core/settings/audit.server";
import { lockSettings, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishCreditsChanged } from "./publish-credits-changed.server";
import { DEFAULT_REPEAT_DAYS } from "./repeat-days";

const KEY = "credits.repeatDays";
/** What Activity calls it. */
const NAME = "Store credit: repeated credits";

/** For how many days an administrator is asked before the same customer gets the same amount with the same reference again. 0: never. */
export async function readRepeatDays(tx: ShopTransaction, shop: string): Promise<number> {
  const days = await readSetting(tx, shop, KEY);
  return typeof days === "number" ? days : DEFAULT_REPEAT_DAYS;
}

/** Saves the number of days. */
export async function saveRepeatDays(
  { shop, administrator, clock }: CallContext,
  days: number,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    await lockSettings(tx, shop.domain);
    const before = await readRepeatDays(tx, shop.domain);
    if (before === days) return;
    const saved = { by: administrator.id, at: clock.now() };
    await writeSetting(tx, shop.domain, { key: KEY, value: days }, saved);
    await recordAudit(tx, shop.domain, settingChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: { key: NAME, value: `${before} days` },
      after: { key: NAME, value: `${days} days` },
    });
  });
  publishCreditsChanged(shop.domain);
}
