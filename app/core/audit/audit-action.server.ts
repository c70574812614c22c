import { formatUsDate } from "~/platform/dates/date-text";
import { formatInstant } from "~/platform/dates/instant";

/** One field of a change, as people read it. */
export interface NamedChange {
  field: string;
  before: string;
  after: string;
}

/** What it takes to describe a change in words. */
interface AuditWording {
  /** The menu's name for a flag. */
  menuNameOf(flag: string): string;
  /** The title of a switch by its key. Undefined for other settings, which are shown by their key. */
  switchTitleOf(key: string): string | undefined;
  /** For a subject whose entries name its parts by number: the fields that do, and the names. */
  parts?: { keys: readonly string[]; names: Readonly<Record<string, string>>; nameless: string };
  /** The shop's time zone, in which instants are shown. */
  timeZone: string;
}

/** Exists only in the type: the shapes before and after the change. */
declare const sides: unique symbol;

/** A kind of change, declared by the module that makes it. The shapes before and after are part of its type. */
export interface AuditAction<Before = unknown, After = unknown> {
  kind: "audit action";
  /** As it is stored and as `/api` filters by it. */
  name: string;
  /** How it reads on a timeline. */
  label: string;
  /** How a text value reads where it isn't shown as stored. */
  shownValue?: (text: string) => string;
  /** How its changes read where they aren't shown field by field. */
  describe?(before: Before, after: After, wording: AuditWording): NamedChange[];
  /** Its sides can name people other than its subject, by email address or telephone number. Erasures search them. */
  mayNameOthers?: true;
  readonly [sides]?: { before: Before; after: After };
}

/** For changes of what staff write: it can name any customer. */
export const MAY_NAME_OTHERS = { mayNameOthers: true } as const;

/** Declares a kind of change: `export const noteAdded = auditAction<null, { note: string }>("note.added", "Added a note")`. */
export const auditAction = <Before, After>(
  name: string,
  label: string,
  special: Pick<AuditAction<Before, After>, "shownValue" | "describe" | "mayNameOthers"> = {},
): AuditAction<Before, After> => ({ kind: "audit action", name, label, ...special });

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
