import { type Grants, grantDifference, type NamedChange } from "~/domain/access/grants";
import { shownStatus } from "~/domain/registrations/status";
import { SWITCHES } from "~/domain/settings/switches";
import { writtenMoment } from "~/platform/day";
import { shownDay } from "~/platform/written-day";
import type { AuditAction } from "./actions";

type Side = Record<string, unknown>;

interface Wording {
  /** The menu's name for a flag. */
  menuNameOf(flag: string): string;
  /** The shop's, in which instants are written. */
  timeZone: string;
}

/** What an entry changed, field by field, in words. */
export function describeChanges(
  action: AuditAction,
  before: unknown,
  after: unknown,
  { menuNameOf, timeZone }: Wording,
): NamedChange[] {
  switch (action) {
    case "access.granted":
      return grantDifference(before as Grants, after as Grants, menuNameOf);
    case "setting.changed":
      return [switched(before as Side, after as Side, timeZone)];
    default:
      return plainChanges((before ?? {}) as Side, (after ?? {}) as Side, timeZone);
  }
}

function switched(before: Side, after: Side, timeZone: string): NamedChange {
  const field = SWITCHES.find(({ key }) => key === after.key)?.title ?? String(after.key);
  return { field, before: inWords(before.value, timeZone), after: inWords(after.value, timeZone) };
}

function plainChanges(before: Side, after: Side, timeZone: string): NamedChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({
      field: capitalised(key),
      before: inWords(before[key], timeZone),
      after: inWords(after[key], timeZone),
    }))
    .filter((change) => change.before !== change.after);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

/** Days and instants read as everywhere else in the console. */
function inWords(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  if (DAY.test(text)) return shownDay(text);
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) return writtenMoment(new Date(text), timeZone);
  return shownStatus(text);
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
