import { z } from "zod";
import type { Store } from "../data/database.ts";

/** A pattern for names of fields. */
export const dynamicFieldSchema = z.strictObject({
  name: z.string().regex(/^\*_[a-z_]+$/),
  type: z.enum(["string", "boolean", "pint", "plong", "pfloat", "pdate"]),
  indexed: z.boolean(),
  stored: z.boolean(),
  multiValued: z.boolean(),
  useDocValuesAsStored: z.boolean(),
});
export type DynamicField = z.infer<typeof dynamicFieldSchema>;

/** The dynamic fields of the config set `_default` that the app uses. */
const DEFAULT_FIELDS: readonly DynamicField[] = (
  [
    ["s", "string"],
    ["b", "boolean"],
    ["i", "pint"],
    ["l", "plong"],
    ["f", "pfloat"],
    ["dt", "pdate"],
  ] as const
).flatMap(([suffix, type]) =>
  [false, true].map((multiValued) => ({
    name: `*_${suffix}${multiValued ? "s" : ""}`,
    type,
    indexed: true,
    stored: true,
    multiValued,
    useDocValuesAsStored: true,
  })),
);

/** The dynamic fields of a config set, the longest patterns first: the first one that a name matches counts. */
export async function readDynamicFields(
  store: Store,
  shop: string,
  configSet: string,
): Promise<DynamicField[]> {
  const { rows } = await store.pool.query<{ definition: DynamicField }>(
    "SELECT definition FROM solr_dynamic_fields WHERE shop = $1 AND config_set = $2",
    [shop, configSet],
  );
  const all = [...DEFAULT_FIELDS, ...rows.map(({ definition }) => definition)];
  return all.sort((one, other) => other.name.length - one.name.length);
}

/** Adds dynamic fields to a config set. @returns the name of one that it has already */
export async function addDynamicFields(
  store: Store,
  shop: string,
  configSet: string,
  fields: readonly DynamicField[],
): Promise<string | undefined> {
  const names = new Set((await readDynamicFields(store, shop, configSet)).map(({ name }) => name));
  const existing = fields.find(({ name }) => names.has(name));
  if (existing) return existing.name;
  for (const field of fields)
    await store.pool.query(
      "INSERT INTO solr_dynamic_fields (shop, config_set, name, definition) VALUES ($1, $2, $3, $4)",
      [shop, configSet, field.name, JSON.stringify(field)],
    );
  return undefined;
}

const CHECKS: Record<DynamicField["type"], (value: unknown) => boolean> = {
  string: (value) => typeof value === "string" && Buffer.byteLength(value) <= 32_766,
  boolean: (value) => typeof value === "boolean",
  pint: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  plong: (value) => Number.isSafeInteger(value),
  pfloat: (value) => typeof value === "number",
  pdate: (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value),
};

/** What is wrong with a document, in Solr's words. Undefined when nothing is. */
export function problemOf(
  document: Record<string, unknown>,
  fields: readonly DynamicField[],
): string | undefined {
  const { id } = document;
  for (const [name, value] of Object.entries(document)) {
    if (name === "id" || name === "_text_") continue;
    const field = fieldOf(name, fields);
    if (!field) return `ERROR: [doc=${id}] unknown field '${name}'`;
    if (Array.isArray(value) && !field.multiValued)
      return `ERROR: [doc=${id}] multiple values encountered for non multiValued field ${name}`;
    const wrong = [value].flat().find((each) => !CHECKS[field.type](each));
    if (wrong !== undefined) return `ERROR: [doc=${id}] Error adding field '${name}'='${wrong}'`;
  }
  return undefined;
}

/** The dynamic field whose pattern a name matches. */
export const fieldOf = (name: string, fields: readonly DynamicField[]): DynamicField | undefined =>
  fields.find((field) => name.endsWith(field.name.slice(1)));

/** A document as a search returns it: without the fields that aren't stored. */
export const storedPart = (
  document: Record<string, unknown>,
  fields: readonly DynamicField[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(document).filter(([name]) => name === "id" || fieldOf(name, fields)?.stored),
  );
