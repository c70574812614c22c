import type { ListDeclaration } from "~/platform/list";

/** A product metafield's key, `namespace.key`, and the name that it is displayed with. */
export interface DisplayName {
  key: string;
  value: string;
}

/** One display name that differs. An empty text means none. */
export interface DisplayNameChange {
  key: string;
  before: string;
  after: string;
}

/** The id of the list in audit entries: a shop has one list. */
export const LIST_ID = "list";

/** A namespace has up to 255 characters, a key up to 64. */
export const MAX_KEY_LENGTH = 320;

const MAX_VALUE_LENGTH = 255;

/** Shopify's limit for a metafield of type JSON (bytes). */
export const MAX_LIST_BYTES = 128 * 1024;

/** No list of this many entries fits into the metafield. */
export const MAX_ENTRIES = 10_000;

/** The list as it is stored: values trimmed, empty ones dropped, in the order of the keys. */
export function storedForm(list: readonly DisplayName[]): DisplayName[] {
  return list
    .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
    .filter(({ value }) => value !== "")
    .sort(byKey);
}

// Not by the machine's language: the stored order must be the same everywhere.
export const byKey = (a: { key: string }, b: { key: string }): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0;

/** What differs between two lists, in the order of the keys. */
export function changesBetween(
  before: readonly DisplayName[],
  after: readonly DisplayName[],
): DisplayNameChange[] {
  const [old, current] = [before, after].map((list) => new Map(list.map(({ key, value }) => [key, value])));
  const keys = new Set([...before, ...after].map(({ key }) => key));
  return [...keys]
    .map((key) => ({ key, before: old?.get(key) ?? "", after: current?.get(key) ?? "" }))
    .filter((change) => change.before !== change.after)
    .sort(byKey);
}

/** What is wrong with a value, as a sentence without its subject: "has 300 characters. The limit is 255." */
export function valueProblem(value: string): string | undefined {
  const { length } = value.trim();
  if (length > MAX_VALUE_LENGTH) return `has ${length} characters. The limit is ${MAX_VALUE_LENGTH}.`;
  if (/[\r\n]/.test(value.trim())) return "has a line break. Enter one line.";
  return undefined;
}

/** The messages after a save, each shown for 1.5 seconds. */
export const UPDATED = "Updated Successfully";

export const NOT_UPDATED = "Failed to Update Records";

export const MESSAGE_SECONDS = 1.5;

export const UNREADABLE =
  "The stored list of display names isn't readable, so nothing was changed. It was written outside Backroom. Delete the shop metafield salsify.display_names of this app, then try again.";

export const LIST_CHANGED =
  "The list was changed while yours was being saved, or saving took too long. Load the list again, then apply your changes to it.";

/** The grid. It has no pages: all keys are saved together. */
export const salsifyDisplayList = {
  kind: "list",
  name: "salsifyDisplay",
  columns: [
    { key: "key", title: "Meta Key", narrow: "title" },
    { key: "value", title: "Meta Value", narrow: "plain" },
  ],
  defaultSort: "key asc",
  search: { maxLength: 60, hint: "Part of a key, name or value", afterMs: 0 },
  pageSize: 10_000,
  density: "compact",
} as const satisfies ListDeclaration;
