import { bare } from "~/platform/sheets/reading/headings";
import type { ImportField } from "./import-form";

/** For each column of a file, in its order, the field that it holds; null for a column that is left out. */
export type Mapping = readonly (string | null)[];

/** Matches headings to fields by name, label and synonyms. The first of several columns for one field gets it. */
export function suggestMapping(fields: readonly ImportField[], columns: readonly string[]): Mapping {
  const meanings = new Map<string, string>();
  for (const { name, label, synonyms } of fields) {
    for (const text of [name, label, ...synonyms]) meanings.set(bare(text), name);
  }
  const matched = new Set<string>();
  return columns.map((heading) => {
    const field = meanings.get(bare(heading));
    if (field === undefined || matched.has(field)) return null;
    matched.add(field);
    return field;
  });
}

/**
 * What is wrong with a mapping, as a sentence; null when it can be used.
 * @param columns the headings of the file
 */
export function mappingProblem(
  fields: readonly ImportField[],
  columns: readonly string[],
  mapping: Mapping,
): string | null {
  if (mapping.length !== columns.length)
    return `The file has ${columns.length} columns, and ${mapping.length} were matched. Match every column, or leave it out.`;
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
  const used = new Set<string>();
  for (const name of mapping) {
    if (name === null) continue;
    const field = fieldsByName.get(name);
    if (!field) return `"${name}" isn't a field of this import. Choose one from the list.`;
    if (used.has(name)) return `Two columns are matched to ${field.label}. Leave one of them out.`;
    used.add(name);
  }
  const missing = fields.filter(({ isRequired, name }) => isRequired && !used.has(name));
  if (missing.length === 0) return null;
  return `No column is matched to ${missing.map(({ label }) => label).join(", ")}. Match one to go on.`;
}
