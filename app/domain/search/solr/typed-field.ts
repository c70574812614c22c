import type { DynamicField } from "~/connectors/solr/port";
import { storableText } from "~/platform/contract/storable-text";
import type { SearchField } from "../hooks.server";
import { metafieldValues, type SearchDocument } from "../search-document";

const SOLR_TYPES: Record<SearchField["type"], SolrType> = {
  String: "string",
  Boolean: "boolean",
  Integer: "pint",
  Float: "pfloat",
  Date: "pdate",
};

/** Characters. Solr doesn't accept more than 32,766 bytes as one text. */
const MAX_STRING_LENGTH = 8_000;

/** A text that Solr accepts. Of a character that is cut in the middle, the engine would store something else. */
export const cutText = (text: string): string => storableText(text.slice(0, MAX_STRING_LENGTH));
const MAX_INTEGER = 2 ** 31 - 1;

type Value = string | number | boolean;

/** A metafield as a field of Solr's. */
export interface TypedField {
  name: string;
  /** A list has several. */
  value: Value | Value[];
  /** Its values as text, for searches. */
  texts: string[];
}

/** The names that a declared metafield's field can have: of one value and of a list. */
export const fieldNamesOf = ({ name, type, output }: SearchField): string[] =>
  [false, true].map((isList) => fieldName(name, SOLR_TYPES[type], { isList, isReturned: output }));

/**
 * The field of a product's metafield, by the type that the field is declared with.
 * @returns null when the product doesn't have the metafield. `problem` when a value isn't of the type, and was left out
 */
export function typedField(
  { metafields }: SearchDocument,
  { name, type, output }: SearchField,
): { field: TypedField | null; problem: string | null } {
  const metafield = metafields[name];
  if (!metafield) return { field: null, problem: null };
  const { isList, values } = metafieldValues(metafield);
  const typed = values.flatMap((value) => typedValue(type, value) ?? []);
  const problem = typed.length < values.length ? `${name} has a value that isn't of the type ${type}.` : null;
  const [first] = typed;
  if (first === undefined) return { field: null, problem };
  const field = {
    name: fieldName(name, SOLR_TYPES[type], { isList, isReturned: output }),
    value: isList ? typed : first,
    texts: values.map(String),
  };
  return { field, problem };
}

/** Null for a value that isn't of the type. */
function typedValue(type: SearchField["type"], value: Value): Value | null {
  switch (type) {
    case "String":
      return cutText(String(value));
    case "Boolean":
      return ({ true: true, false: false } as Record<string, boolean>)[String(value)] ?? null;
    case "Integer": {
      const number = Number(value);
      return isNumeric(value) && Number.isInteger(number) && Math.abs(number) <= MAX_INTEGER ? number : null;
    }
    case "Float":
      return isNumeric(value) ? Number(value) : null;
    case "Date":
      return instantOf(value);
  }
}

const isNumeric = (value: Value): boolean =>
  typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value));

const HAS_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

/** A day is its beginning in UTC, as Solr has no days. A time without a zone is in UTC, as Shopify defines it for `date_time`. */
function instantOf(value: Value): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const instant = new Date(value.length === 10 || HAS_ZONE.test(value) ? value : `${value}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

/** The suffixes of Solr's own dynamic fields, for one value and for a list. */
const SUFFIXES = {
  string: { one: "s", list: "ss" },
  boolean: { one: "b", list: "bs" },
  pint: { one: "i", list: "is" },
  plong: { one: "l", list: "ls" },
  pfloat: { one: "f", list: "fs" },
  pdate: { one: "dt", list: "dts" },
} as const;

/** A type of Solr's default schema. */
type SolrType = keyof typeof SUFFIXES;

/** The default schema has no fields that are searched but not returned. */
const NOT_RETURNED = "_hidden";

/**
 * The name of a field, by which Solr knows its type: `custom.width` is `custom_width_f`, a list `custom_width_fs`. One that results
 * don't return has `_hidden` before that.
 */
export function fieldName(
  name: string,
  type: SolrType,
  { isList = false, isReturned = true }: { isList?: boolean; isReturned?: boolean } = {},
): string {
  const suffix = SUFFIXES[type][isList ? "list" : "one"];
  return `${name.replace(/[^A-Za-z0-9_]/g, "_")}${isReturned ? "" : NOT_RETURNED}_${suffix}`;
}

/** Whether a variant of a product can be bought. */
export const AVAILABLE = fieldName("available", "boolean");

/** The field of a product's option: Size is `option_size_ss`. */
export const optionField = (name: string): string =>
  fieldName(`option_${name.toLowerCase()}`, "string", { isList: true });

/** The dynamic fields that a collection needs. Solr's default schema already has those that are returned. */
export const DYNAMIC_FIELDS: readonly DynamicField[] = (
  Object.entries(SUFFIXES) as [SolrType, { one: string; list: string }][]
).flatMap(([type, suffixes]) =>
  Object.entries(suffixes).flatMap(([kind, suffix]) =>
    [true, false].map((isReturned) => ({
      name: `*${isReturned ? "" : NOT_RETURNED}_${suffix}`,
      type,
      indexed: true,
      stored: isReturned,
      multiValued: kind === "list",
      // Otherwise Solr returns the values that it keeps for sorting and facets.
      useDocValuesAsStored: isReturned,
    })),
  ),
);
