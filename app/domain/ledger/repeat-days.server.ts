import { z } from "zod";
import { defineSafeguard, isLooserMinimum } from "~/core/safeguards/safeguard.server";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
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

/** The owner's number of days in which a repeated credit is asked about. */
export const repeatDays = defineSafeguard<number>({
  name: KEY,
  about: { title: NAME, flag: "showCredits" },
  value: z.number(),
  read: readRepeatDays,
  write: (tx, shop, _subjectId, { value, actor, at }) =>
    writeSetting(tx, shop, { key: KEY, value }, { by: actor.id, at }),
  isLooser: isLooserMinimum,
  describe: (days) => `${days} days`,
  publish: publishCreditsChanged,
});
