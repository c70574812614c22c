import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { settingChanged } from "~/core/settings/audit.server";
import { settings } from "~/platform/auth/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { DEFAULT_REVIEW_SETTINGS, type ReviewSettings } from "./review-settings";

const KEY = "promo.review";
/** What Activity calls it. */
const NAME = "Promotion review";

/** The owner's settings of the review. */
export async function readReviewSettings(tx: ShopTransaction, shop: string): Promise<ReviewSettings> {
  const { rows } = await tx.$client.query<{ value: Partial<ReviewSettings> }>({
    name: "review-settings",
    text: "SELECT value FROM settings WHERE shop = $1 AND key = $2",
    values: [shop, KEY],
  });
  return { ...DEFAULT_REVIEW_SETTINGS, ...rows[0]?.value };
}

/** Saves the settings. */
export async function saveReviewSettings(
  { shop, administrator, clock }: CallContext,
  value: ReviewSettings,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    const before = await readReviewSettings(tx, shop.domain);
    const [was, is] = [describe(before), describe(value)];
    if (was === is) return;
    const set = { value, changedBy: administrator.id, changedAt: clock.now() };
    await tx
      .insert(settings)
      .values({ shop: shop.domain, key: KEY, ...set })
      .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
    await recordAudit(tx, shop.domain, settingChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: { key: NAME, value: was },
      after: { key: NAME, value: is },
    });
  });
  publishChange(shop.domain, "owner", { list: "settings" });
}

const describe = ({ undoSeconds, secondLookPercent, targetHours, lockMinutes }: ReviewSettings): string =>
  `undo for ${undoSeconds} seconds, second look at ${secondLookPercent} %, target ${targetHours} hours, lock ${lockMinutes} minutes`;
