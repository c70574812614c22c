import type { SearchDocument } from "../search-document";
import type { IndexRecord, SearchEngine } from "../search-engine";

/** What a live index says about a field, beside what would be sent. */
export interface FieldComparison {
  name: string;
  /** Null: without a value. */
  sent: string | null;
  found: string | null;
  isSame: boolean;
}

/** How a product is in a live index. `extra`: it is there, and shoppers mustn't find it. */
export type RecordState = "same" | "different" | "missing" | "extra" | "absent";

/** Compares a product's record with the one of the live index, field by field. */
export function compareRecords(
  { recordOf, valuesOf }: Pick<SearchEngine, "recordOf" | "valuesOf">,
  document: SearchDocument | undefined,
  record: IndexRecord | undefined,
): { state: RecordState; fields: FieldComparison[] } {
  const sent = document ? valuesOf(recordOf(document)) : new Map<string, string>();
  const found = record ? valuesOf(record) : new Map<string, string>();
  const fields = [...new Set([...sent.keys(), ...found.keys()])].map((name) => {
    const [one = null, other = null] = [sent.get(name), found.get(name)];
    return { name, sent: one, found: other, isSame: one === other };
  });
  return { state: stateOf(document, record, fields), fields };
}

function stateOf(
  document: SearchDocument | undefined,
  record: IndexRecord | undefined,
  fields: readonly FieldComparison[],
): RecordState {
  if (!document) return record ? "extra" : "absent";
  if (!record) return "missing";
  return fields.every(({ isSame }) => isSame) ? "same" : "different";
}
