/** One field of a change, as people read it. */
export interface NamedChange {
  field: string;
  before: string;
  after: string;
}

/** What it takes to describe a change in words. */
export interface AuditWording {
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
