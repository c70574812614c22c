import { type Grants, grantDifference, type NamedChange } from "~/domain/access/grants";
import { shownStatus } from "~/domain/registrations/status";
import { SWITCHES } from "~/domain/settings/switches";
import type { AuditAction } from "./actions";

type Side = Record<string, unknown>;

/**
 * What an entry changed, field by field, in words.
 * @param menuNameOf the menu's name for a flag
 */
export function describeChanges(
  action: AuditAction,
  before: unknown,
  after: unknown,
  menuNameOf: (flag: string) => string,
): NamedChange[] {
  switch (action) {
    case "access.granted":
      return grantDifference(before as Grants, after as Grants, menuNameOf);
    case "setting.changed":
      return [switched(before as Side, after as Side)];
    default:
      return plainChanges((before ?? {}) as Side, (after ?? {}) as Side);
  }
}

function switched(before: Side, after: Side): NamedChange {
  const field = SWITCHES.find(({ key }) => key === after.key)?.title ?? String(after.key);
  return { field, before: inWords(before.value), after: inWords(after.value) };
}

function plainChanges(before: Side, after: Side): NamedChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({ field: capitalised(key), before: inWords(before[key]), after: inWords(after[key]) }))
    .filter((change) => change.before !== change.after);
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value === "object") return JSON.stringify(value);
  return shownStatus(String(value));
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
