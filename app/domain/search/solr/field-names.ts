import type { DynamicField } from "~/connectors/solr/port";

/** The suffixes of Solr's own dynamic fields, for one value and for a list. */
export const SUFFIXES = {
  string: { one: "s", list: "ss" },
  boolean: { one: "b", list: "bs" },
  pint: { one: "i", list: "is" },
  plong: { one: "l", list: "ls" },
  pfloat: { one: "f", list: "fs" },
  pdate: { one: "dt", list: "dts" },
} as const;

/** A type of Solr's default schema. */
export type SolrType = keyof typeof SUFFIXES;

/** The default schema has no fields that are searched but not returned. */
export const NOT_RETURNED = "_hidden";

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
