import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { settingChanged } from "~/core/settings/audit.server";
import { lockSettings, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { type Cents, cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { publishCreditsChanged } from "./publish-credits-changed.server";

const KEY = "credits.approvalAboveCents";
/** What Activity calls it. */
const NAME = "Store credit: second approver";

/** Requests above this total need a second approver. Null: never. */
export async function readApprovalLimit(tx: ShopTransaction, shop: string): Promise<Cents | null> {
  const limit = await readSetting(tx, shop, KEY);
  return typeof limit === "number" ? cents(limit) : null;
}

/** Saves the limit. */
export async function saveApprovalLimit(
  { shop, administrator, clock }: CallContext,
  limit: Cents | null,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    await lockSettings(tx, shop.domain);
    const before = await readApprovalLimit(tx, shop.domain);
    if (before === limit) return;
    const saved = { by: administrator.id, at: clock.now() };
    await writeSetting(tx, shop.domain, { key: KEY, value: limit ?? false }, saved);
    const describe = (value: Cents | null) => (value === null ? "never" : formatMoney(value, shop.currency));
    await recordAudit(tx, shop.domain, settingChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: { key: NAME, value: describe(before) },
      after: { key: NAME, value: describe(limit) },
    });
  });
  publishCreditsChanged(shop.domain);
}
