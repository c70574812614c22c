import { formatInstant } from "~/platform/dates/instant";
import { formatUsDate } from "~/platform/dates/us-date";
import type { AuditAction, AuditWording, NamedChange } from "./audit-action.server";

type Side = Record<string, unknown>;

/** What an entry changed, field by field, in words. `action` is undefined for one that this version doesn't know. */
export function describeChanges(
  action: AuditAction | undefined,
  before: unknown,
  after: unknown,
  wording: AuditWording,
): NamedChange[] {
  // An erased entry has neither side, which no action's own description expects.
  if (action?.describe && (before !== null || after !== null)) return action.describe(before, after, wording);
  const sides = [(before ?? {}) as Side, (after ?? {}) as Side] as const;
  const shown = (key: string, value: unknown) =>
    shownValue(withPartNames(key, value, wording.parts), wording.timeZone, action?.shownValue);
  return [...new Set(sides.flatMap((side) => Object.keys(side)))]
    .map((key) => ({
      field: capitalized(key),
      before: shown(key, sides[0][key]),
      after: shown(key, sides[1][key]),
    }))
    .filter((change) => change.before !== change.after);
}

/** The value with the names of a subject's parts instead of their numbers. */
const withPartNames = (key: string, value: unknown, parts: AuditWording["parts"]): unknown =>
  parts?.keys.includes(key) && (typeof value === "number" || typeof value === "string")
    ? String(value).replace(/\d+/g, (number) => parts.names[number] ?? parts.nameless)
    : value;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

/** A value as the admin shows it everywhere: days and instants in the shop's form. */
export function shownValue(
  value: unknown,
  timeZone: string,
  shownText: (text: string) => string = (text) => text,
): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  if (DAY.test(text)) return formatUsDate(text);
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text)))
    return formatInstant(new Date(text), timeZone).dateTime;
  return shownText(text);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
