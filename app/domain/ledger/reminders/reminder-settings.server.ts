import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import * as stored from "~/core/settings/stored-setting.server";
import { BACKROOM } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { type CreditReminders, DEFAULT_REMINDERS } from "../settings";

/** The settings that have the owner's choice, and how far customers were reminded. */
export const REMINDERS_KEY = "credits.reminders";
/** What Activity calls it. */
const NAME = "Store credit: expiry reminders";
export const PROGRESS_KEY = "credits.reminded";

/** How far customers were reminded. */
export interface ReminderProgress {
  /** The day in the shop's time zone, YYYY-MM-DD. */
  day: string;
  /** When the run started, ISO 8601. */
  at: string;
  /** The credits that expire up to this instant are done, ISO 8601. */
  through: string;
}

/** The owner's settings. */
export async function readReminders(tx: ShopTransaction, shop: string): Promise<CreditReminders> {
  return (
    ((await stored.readSetting(tx, shop, REMINDERS_KEY)) as CreditReminders | undefined) ?? DEFAULT_REMINDERS
  );
}

/**
 * Saves the settings.
 * @param seen the settings that the change was made from
 * @throws 409 when others are stored
 */
export async function saveReminders(
  { shop, administrator, clock }: CallContext,
  reminders: CreditReminders,
  seen?: CreditReminders,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    await stored.lockSettings(tx, shop.domain);
    const before = await readReminders(tx, shop.domain);
    if (stored.isOutdated(seen, before, reminders))
      throw await stored.outdatedSettingOf(
        tx,
        { shop, administrator },
        { key: NAME },
        "the expiry reminders",
        "them",
      );
    if (before.isOn === reminders.isOn && before.daysBefore === reminders.daysBefore) return;
    const saved = { by: administrator.id, at: clock.now() };
    await stored.writeSetting(tx, shop.domain, { key: REMINDERS_KEY, value: reminders }, saved);
    await recordAudit(tx, shop.domain, stored.settingChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: { key: NAME, value: describeReminders(before) },
      after: { key: NAME, value: describeReminders(reminders) },
    });
  });
  publishChange(shop.domain, "owner", { list: "settings" });
}

const describeReminders = ({ isOn, daysBefore }: CreditReminders): string =>
  isOn ? `${daysBefore} days before` : "never";

/** Null before the first run and while reminders are off. */
export async function readReminderProgress(
  tx: ShopTransaction,
  shop: string,
): Promise<ReminderProgress | null> {
  return ((await stored.readSetting(tx, shop, PROGRESS_KEY)) as ReminderProgress | undefined) ?? null;
}

/** Saves the progress. */
export async function writeReminderProgress(
  tx: ShopTransaction,
  shop: string,
  done: ReminderProgress,
): Promise<void> {
  await stored.writeSetting(
    tx,
    shop,
    { key: PROGRESS_KEY, value: done },
    { by: BACKROOM.id, at: new Date() },
  );
}

/** Clears the progress, so that reminders start over when they are turned on again. */
export async function clearReminderProgress(tx: ShopTransaction, shop: string): Promise<void> {
  await stored.deleteSetting(tx, shop, PROGRESS_KEY);
}
