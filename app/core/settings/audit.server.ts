import { auditAction } from "~/core/audit/audit-action.server";
import { shownValue } from "~/core/audit/describe-changes.server";

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
