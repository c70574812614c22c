import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { seal } from "~/platform/secrets/secrets.server";
import { priceSpiderSettingsChanged } from "./audit.server";
import type { UpdateAnswer } from "./schemas";
import * as fields from "./settings-fields";
import { changeStored, parseSetting, type Stored } from "./stored-settings.server";

type Sent = Partial<Record<fields.SettingName, string | number | boolean>>;
type Values = Partial<Record<fields.SettingName, string | boolean>>;
type Problems = Partial<Record<fields.SettingName, string>>;

/**
 * Updates the settings that were sent, and names those that aren't valid. What signs in to the server is updated as a whole or not at
 * all, so that a password never goes to another server than it was entered for.
 */
export async function updateSettings(
  { shop, administrator, clock }: CallContext,
  sent: Sent,
): Promise<UpdateAnswer> {
  const { values, problems } = parseAll(sent);
  const isChanged = await withShop(shop.domain, async (tx) => {
    const saved = { by: administrator.id, at: clock.now() };
    const { before, after } = await changeStored(tx, shop.domain, saved, (stored) => {
      requirePassword(stored, values, problems);
      withdrawSignIn(values, problems);
      return withValues(stored, values);
    });
    if (!after) return false;
    await recordAudit(tx, shop.domain, priceSpiderSettingsChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      ...auditSides(before, after),
      flag: "showPriceSpider",
    });
    return true;
  });
  const failed = fields.SETTING_NAMES.filter((name) => problems[name] !== undefined);
  const updated = fields.SETTING_NAMES.filter((name) => values[name] !== undefined);
  if (isChanged) publishChange(shop.domain, "showPriceSpider", { list: fields.SETTINGS_LIST });
  return {
    status: failed.length === 0,
    msg:
      failed.length === 0
        ? fields.SETTINGS_UPDATED
        : fields.notUpdated(failed.map((name) => fields.SETTING_LABELS[name])),
    failed,
    updated: updated.map((setting) => ({
      setting,
      value: setting === "priceSpiderPassword" ? "" : (values[setting] ?? ""),
    })),
    problems,
  };
}

function parseAll(sent: Sent): { values: Values; problems: Problems } {
  const values: Values = {};
  const problems: Problems = {};
  for (const name of fields.SETTING_NAMES) {
    const value = sent[name];
    if (value === undefined) continue;
    const parsed = parseSetting(name, value);
    if ("problem" in parsed) problems[name] = parsed.problem;
    else values[name] = parsed.value;
  }
  return { values, problems };
}

/** A password is for one server and user. Without a host there is nothing to sign in to. */
function requirePassword({ settings, password }: Stored, values: Values, problems: Problems): void {
  const moved = fields.SIGN_IN_SETTINGS.filter(
    (name) => values[name] !== undefined && values[name] !== settings[name],
  );
  const hasHost = (values.priceSpiderHost ?? settings.priceSpiderHost) !== "";
  if (moved.length > 0 && password && hasHost && values.priceSpiderPassword === undefined)
    problems.priceSpiderPassword ??= fields.PASSWORD_NEEDED;
  if (!hasHost && !problems.priceSpiderHost && values.priceSpiderPassword !== undefined)
    problems.priceSpiderPassword = fields.HOST_NEEDED;
}

/** Leaves out everything that signs in when a part of it isn't valid. */
function withdrawSignIn(values: Values, problems: Problems): void {
  const group: fields.SettingName[] = [...fields.SIGN_IN_SETTINGS, "priceSpiderPassword"];
  if (!group.some((name) => problems[name] !== undefined)) return;
  for (const name of group) {
    if (values[name] === undefined) continue;
    delete values[name];
    problems[name] ??= "is updated together with the fields that are marked";
  }
}

/** What is stored with new values. Null when they change nothing. */
function withValues(stored: Stored, { priceSpiderPassword, ...others }: Values): Stored | null {
  const settings = { ...stored.settings, ...others } as fields.PriceSpiderSettings;
  const isChanged = fields.SETTING_NAMES.some((name) => settings[name] !== stored.settings[name]);
  if (!isChanged && priceSpiderPassword === undefined) return null;
  const password = priceSpiderPassword === undefined ? stored.password : seal(String(priceSpiderPassword));
  const isOtherServer = fields.SERVER_SETTINGS.some((name) => settings[name] !== stored.settings[name]);
  return {
    ...stored,
    settings,
    password: settings.priceSpiderHost ? password : "",
    ...(isOtherServer && { serverKey: null, newServerKey: null }),
  };
}

/** The settings that changed, without the password. */
function auditSides(before: Stored, after: Stored): { before: Values; after: Values } {
  const sides: { before: Values; after: Values } = { before: {}, after: {} };
  for (const name of fields.SETTING_NAMES) {
    if (before.settings[name] === after.settings[name]) continue;
    sides.before[name] = withoutQuery(before.settings[name]);
    sides.after[name] = withoutQuery(after.settings[name]);
  }
  if (before.password !== after.password) {
    sides.before.priceSpiderPassword = before.password && "a stored one";
    sides.after.priceSpiderPassword = after.password && "a new one";
  }
  return sides;
}

/** The query of an address can be a secret. */
const withoutQuery = <V extends string | boolean>(value: V): V | string =>
  typeof value === "string" ? value.replace(/^(https?:[^?]*)\?.*$/, "$1?…") : value;
