import type { ProductMetafields } from "~/domain/products/mirror-row";
import type { ListDeclaration } from "~/platform/list";

/** A product metafield as the grid shows it. */
export interface MonitoredField {
  /** `namespace.key`. */
  field: string;
  /** Whether the report has it. */
  active: boolean;
  /** What separates the items of a value that has several. Empty without one. */
  delimiter: string;
  /** The definition's name. Null for a metafield without a definition. Undefined when the definitions weren't read. */
  name?: string | null;
}

/** A namespace has up to 255 characters, a key up to 64. */
export const MAX_FIELD_LENGTH = 320;

export const MAX_DELIMITER_LENGTH = 10;

/** The grid of metafields. It has no pages. */
export const salsifyFieldsList = {
  kind: "list",
  name: "salsify",
  columns: [
    { key: "active", title: "Active" },
    { key: "field", title: "Metafield", sortable: true, narrow: "title" },
    { key: "delimiter", title: "Delimiter for multiple items" },
  ],
  defaultSort: "field asc",
  search: { maxLength: 60, hint: "Part of a metafield", afterMs: 0 },
  pageSize: 10_000,
  density: "compact",
} as const satisfies ListDeclaration;

/** Types whose value is a JSON object that reads well as text. */
const STRUCTURED = new Set(["dimension", "volume", "weight", "money", "rating"]);

/**
 * A metafield's value as the report shows it: the items of a list, and what the delimiter separates, joined by semicolons. A value
 * that isn't what its type says is shown as it is.
 */
export function displayValue({ type, value }: ProductMetafields[string], delimiter: string): string {
  if (type.startsWith("list.")) {
    const items = parseJson(value);
    return Array.isArray(items) ? joined(items.map(itemText)) : value;
  }
  if (STRUCTURED.has(type)) return itemText(parseJson(value) ?? value);
  return delimiter === "" ? value : joined(value.split(delimiter));
}

const joined = (items: readonly string[]): string =>
  items
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .join("; ");

/** "1.5 cm" of a measurement, "5.99 CAD" of an amount, "3.5" of a rating. */
function itemText(item: unknown): string {
  if (typeof item !== "object" || item === null) return String(item);
  const { value, unit, amount, currency_code } = item as Record<string, unknown>;
  const words = [value ?? amount, unit ?? currency_code].filter((word) => word !== undefined);
  return words.length > 0 ? words.join(" ") : JSON.stringify(item);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Before the reason of a failure. */
export const LOAD_FAILED = "Error getting metafields";
export const SELECT_FAILED = "Error updating metafields configuration";
export const updateFailed = (field: string): string => `Error updating ${field}`;

export const ACTIVATED = "Metafield activated for monitoring";
export const REMOVED = "Metafield removed from monitoring";
export const DELIMITER_SAVED = "Delimiter saved";

export const NO_FIELDS = "No metafields found.";
/** Below the reason why Shopify's answer is missing. */
export const STORED_ONLY =
  "The list has what is stored in Backroom: the metafields that products have, and the monitored ones. Their names, and metafields that no product has, are missing.";
export const NONE_ACTIVE = "No activated for monitoring metafields found.";
export const loaded = (count: number): string => `${count.toLocaleString("en-US")} metafield(s) loaded.`;
export const activated = (count: number): string =>
  count === 0 ? NONE_ACTIVE : `${count.toLocaleString("en-US")} activated for monitoring.`;

export const fieldNotFound = (field: string): string =>
  `There is no product metafield "${field}". The list has the metafields of the store.`;

/** In place of the changes, until there is a report to compare with. */
export const FIRST_REPORT = "Changes are shown from the next report on.";
export const changesOmitted = (count: number): string =>
  `${count.toLocaleString("en-US")} more changes don't fit into a sheet. Monitor fewer metafields to see all changes.`;
export const NEW_PRODUCT = "New in the report";
export const FORMER_PRODUCT = "No longer active";
export const OVERTAKEN =
  "Another Salsify report was finished while this one was being created. Generate the report again.";
