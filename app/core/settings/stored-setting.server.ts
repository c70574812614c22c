import { isDeepStrictEqual } from "node:util";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { QueryConfig } from "pg";
import { auditAction, shownValue } from "~/core/audit/audit-action.server";
import { type ChangingPerson, outdatedFormOf } from "~/core/audit/outdated-form.server";
import { shopSubject } from "~/core/audit/subjects.server";
import { settings } from "~/platform/auth/tables.server";
import { readTogether } from "~/platform/db/read-shop.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Refusal } from "~/platform/errors";
import { type SealedColumn, sealedColumn } from "~/platform/secrets/sealed-column.server";
import type { ShopSwitch } from "./shop-switch";

/** A shop's setting as it was saved, in JSON. Undefined until it is saved for the first time. */
export async function readSetting(tx: ShopTransaction, shop: string, key: string): Promise<unknown> {
  const { rows } = await tx.$client.query<{ value: unknown }>(settingStatement(shop, key));
  return rows[0]?.value;
}

/** As `readSetting`, for a page that shows the setting: read together with the page's other small reads. */
export async function readShownSetting(shop: string, key: string): Promise<unknown> {
  const [row] = await readTogether<{ value: unknown }>(shop, settingStatement(shop, key));
  return row?.value;
}

const settingStatement = (shop: string, key: string): QueryConfig => ({
  name: "setting",
  text: "SELECT value FROM settings WHERE shop = $1 AND key = $2",
  values: [shop, key],
});

/**
 * Serializes changes of a shop's settings until the transaction ends, so that the "before" of an audit entry is the value that was
 * replaced.
 */
export async function lockSettings(tx: ShopTransaction, shop: string): Promise<void> {
  await tx.$client.query("SELECT 1 FROM shops WHERE shop = $1 FOR UPDATE", [shop]);
}

/**
 * True when a save would overwrite what was stored since its form was shown. A repeated save isn't outdated.
 * @param seen what the form showed. Undefined: nothing is compared
 */
export const isOutdated = <Value>(seen: Value | undefined, stored: Value, wanted: Value): boolean =>
  seen !== undefined && !isDeepStrictEqual(stored, seen) && !isDeepStrictEqual(stored, wanted);

/** The refusal of a form with a setting that was changed since. @param entry as `settingChanged` records the setting */
export const outdatedSettingOf = (
  tx: ShopTransaction,
  context: ChangingPerson,
  { key }: { key: string },
  what: string,
  them?: "it" | "them",
): Promise<Refusal> =>
  outdatedFormOf(
    tx,
    context,
    { type: shopSubject, id: context.shop.domain, action: settingChanged, after: { key } },
    what,
    them,
  );

/** Saves a shop's setting. @param saved the id of who saves it, and when */
export async function writeSetting(
  tx: ShopTransaction,
  shop: string,
  setting: { key: string; value: unknown },
  saved: { by: string; at: Date },
): Promise<void> {
  const set = { value: setting.value, changedBy: saved.by, changedAt: saved.at };
  await tx
    .insert(settings)
    .values({ shop, key: setting.key, ...set })
    .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
}

/** Deletes a shop's setting: the default applies again. */
export async function deleteSetting(tx: ShopTransaction, shop: string, key: string): Promise<void> {
  await tx.delete(settings).where(and(eq(settings.shop, shop), eq(settings.key, key)));
}

/** Declares a field of a setting as encrypted. @param key of the setting, a constant of the code */
export const sealedSetting = (key: string, field: string): SealedColumn =>
  sealedColumn({ table: "settings", column: "value", field, where: `key = '${key}'` });

/** Whether each switch is on in the shop. One that was never set is off. */
export async function readSwitches(
  tx: ShopTransaction,
  shop: string,
  switches: readonly ShopSwitch[],
): Promise<Record<string, boolean>> {
  const keys = switches.map(({ key }) => key);
  const { rows } = await tx.$client.query<{ key: string }>({
    name: "switches that are on",
    text: "SELECT key FROM settings WHERE shop = $1 AND key = ANY($2) AND value = 'true'::jsonb",
    values: [shop, keys],
  });
  const on = new Set(rows.map(({ key }) => key));
  return Object.fromEntries(keys.map((key) => [key, on.has(key)]));
}

export async function isSwitchOn(tx: ShopTransaction, shop: string, one: ShopSwitch): Promise<boolean> {
  return (await readSwitches(tx, shop, [one]))[one.key] === true;
}

/** Whether a switch is on, as a condition in a transaction that is restricted to a shop. */
export const switchIsOn = ({ key }: ShopSwitch): SQL =>
  sql`EXISTS (SELECT FROM settings WHERE shop = current_setting('app.shop') AND key = ${key} AND value = 'true'::jsonb)`;

interface SettingSide {
  /** Of a switch its key, of another setting its name. */
  key: string;
  value: unknown;
}

export const settingChanged = auditAction<SettingSide, SettingSide>("setting.changed", "Changed a setting", {
  describe: (before, after, { switchTitleOf, timeZone }) => [
    {
      field: switchTitleOf(after.key) ?? after.key,
      before: shownValue(before.value, timeZone),
      after: shownValue(after.value, timeZone),
    },
  ],
});
