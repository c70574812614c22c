import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { settingChanged } from "~/core/settings/audit.server";
import { lockSettings, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { type GuardRails, percentText } from "./guard-rails";

const KEY = "prices.guardRails";
const NONE: GuardRails = { maxDrop: null, minMargin: null, approvalAbove: null };

/** The owner's limits for scheduled prices. There are none at first. Read them in the transaction that depends on them. */
export async function readGuardRails(tx: ShopTransaction, shop: string): Promise<GuardRails> {
  const stored = (await readSetting(tx, shop, KEY)) as Partial<GuardRails> | undefined;
  return { ...NONE, ...stored };
}

/** Saves the given limits, with an audit entry for each that changed. @returns all limits, and whether one changed */
export async function saveGuardRails(
  { shop, administrator, clock }: CallContext,
  changes: Partial<GuardRails>,
): Promise<{ limits: GuardRails; changed: boolean }> {
  const saved = await withShop(shop.domain, async (tx) => {
    await lockSettings(tx, shop.domain);
    const before = await readGuardRails(tx, shop.domain);
    const limits = { ...before, ...changes };
    const fields = (Object.keys(NONE) as (keyof GuardRails)[]).filter(
      (field) => before[field] !== limits[field],
    );
    if (fields.length === 0) return { limits, changed: false };
    const change = { by: administrator.id, at: clock.now() };
    await writeSetting(tx, shop.domain, { key: KEY, value: limits }, change);
    for (const field of fields)
      await recordAudit(tx, shop.domain, settingChanged, {
        actor: administrator,
        subject: { type: shopSubject, id: shop.domain },
        before: { key: TITLES[field], value: describe(field, before) },
        after: { key: TITLES[field], value: describe(field, limits) },
      });
    return { limits, changed: true };
  });
  if (saved.changed) publishChange(shop.domain, "owner", { list: "settings" });
  return saved;
}

const TITLES: Record<keyof GuardRails, string> = {
  maxDrop: "Scheduled prices: largest drop",
  minMargin: "Scheduled prices: lowest margin",
  approvalAbove: "Scheduled prices: second administrator above",
};

function describe(field: keyof GuardRails, limits: GuardRails): string {
  const value = limits[field];
  if (value === null) return "no limit";
  return field === "approvalAbove" ? `${value.toLocaleString("en-US")} products` : `${percentText(value)}%`;
}
