import { auditAction } from "~/core/audit/audit-action.server";
import { SETTING_LABELS, type SettingName } from "./settings-fields";

/** The settings that changed, without the password. */
type SettingsSide = Partial<Record<SettingName, string | boolean>>;

interface KeySide {
  key: string;
}

export const priceSpiderSettingsChanged = auditAction<SettingsSide, SettingsSide>(
  "priceSpider.settings",
  "Changed the settings of PriceSpider",
  {
    describe: (before, after) =>
      (Object.keys(after) as SettingName[]).map((name) => ({
        field: SETTING_LABELS[name],
        before: shown(before[name]),
        after: shown(after[name]),
      })),
  },
);
export const priceSpiderKeyAccepted = auditAction<KeySide, KeySide>(
  "priceSpider.key",
  "Accepted the new key of PriceSpider's server",
);
export const transferStarted = auditAction<null, null>(
  "priceSpider.transfer",
  "Started a transfer to PriceSpider",
);
export const transferRetried = auditAction<null, { smallerFeed: boolean }>(
  "priceSpider.retried",
  "Retried a transfer to PriceSpider",
);

const shown = (value: string | boolean | undefined): string =>
  typeof value === "boolean" ? (value ? "On" : "Off") : (value ?? "");
