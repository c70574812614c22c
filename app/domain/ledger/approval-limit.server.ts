import { defineSafeguard, isLooserMaximum } from "~/core/safeguards/safeguard.server";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, cents } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
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

/** The owner's limit for one person's credits. */
export const approvalLimit = defineSafeguard<Cents | null>({
  name: KEY,
  about: { title: NAME, flag: "showCredits" },
  value: centsSchema.nullable(),
  read: readApprovalLimit,
  write: (tx, shop, _subjectId, { value, actor, at }) =>
    writeSetting(tx, shop, { key: KEY, value: value ?? false }, { by: actor.id, at }),
  isLooser: isLooserMaximum,
  describe: (value, { currency }) => (value === null ? "never" : formatMoney(value, currency)),
  publish: publishCreditsChanged,
});
