import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import {
  lockSettings,
  outdatedSettingOf,
  readSetting,
  settingChanged,
  writeSetting,
} from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { DEFAULT_REVIEW_SETTINGS, type ReviewSettings } from "./review-settings";

const KEY = "promo.review";
/** What Activity calls it. */
const NAME = "Promotion review";

/** The owner's settings of the review. */
export async function readReviewSettings(tx: ShopTransaction, shop: string): Promise<ReviewSettings> {
  const stored = (await readSetting(tx, shop, KEY)) as Partial<ReviewSettings> | undefined;
  return { ...DEFAULT_REVIEW_SETTINGS, ...stored };
}

/**
 * Saves the given settings.
 * @param seen what the changes were made from
 * @returns all settings
 * @throws 409 when another value was saved since
 */
export async function saveReviewSettings(
  { shop, administrator, clock }: CallContext,
  changes: Partial<ReviewSettings>,
  seen: Partial<ReviewSettings> = {},
): Promise<ReviewSettings> {
  const settings = await withShop(shop.domain, async (tx) => {
    await lockSettings(tx, shop.domain);
    const before = await readReviewSettings(tx, shop.domain);
    const value = { ...before, ...changes };
    const names = Object.keys(changes) as (keyof ReviewSettings)[];
    const isOutdated = (name: keyof ReviewSettings) =>
      seen[name] !== undefined && ![seen[name], value[name]].includes(before[name]);
    if (names.some(isOutdated))
      throw await outdatedSettingOf(tx, { shop, administrator }, { key: NAME }, "these settings", "them");
    const [was, is] = [describe(before), describe(value)];
    if (was === is) return value;
    const saved = { by: administrator.id, at: clock.now() };
    await writeSetting(tx, shop.domain, { key: KEY, value }, saved);
    await recordAudit(tx, shop.domain, settingChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: { key: NAME, value: was },
      after: { key: NAME, value: is },
    });
    return value;
  });
  publishChange(shop.domain, "owner", { list: "settings" });
  return settings;
}

const describe = ({ undoSeconds, secondLookPercent, targetHours, lockMinutes }: ReviewSettings): string =>
  `undo for ${undoSeconds} seconds, second look at ${secondLookPercent} %, target ${targetHours} hours, lock ${lockMinutes} minutes`;
