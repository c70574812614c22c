import { type Queryable, type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { isMetafieldType, valueProblem } from "../data/metafield-values.ts";
import type { UserError } from "../data/rows.ts";
import type { MetaobjectDefinitionRow, MetaobjectFieldRow, MetaobjectRow } from "./rows.ts";

/** A user error of a metaobject mutation. `elementKey` is the key of the field. */
export interface MetaobjectError extends UserError {
  elementKey?: string | null;
}

/** A definition to create. */
export interface NewMetaobjectDefinition {
  type: string;
  name: string;
  description: string | null;
  displayNameKey: string | null;
  fields: MetaobjectFieldRow[];
}

/** The definition of a type, or null. */
export async function findDefinition(
  db: Queryable,
  shop: string,
  type: string,
  lock: "" | "FOR UPDATE" = "",
): Promise<MetaobjectDefinitionRow | null> {
  const { rows } = await db.query<MetaobjectDefinitionRow>(
    `SELECT * FROM metaobject_definitions WHERE shop = $1 AND type = $2 ${lock}`,
    [shop, type],
  );
  return rows[0] ?? null;
}

/** The metaobjects with these ids, unordered. */
export async function findMetaobjects(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<MetaobjectRow[]> {
  const { rows } = await db.query<MetaobjectRow>(
    "SELECT * FROM metaobjects WHERE shop = $1 AND id = ANY ($2)",
    [shop, ids],
  );
  return rows;
}

/** The metaobject of a type with this handle, or null. */
export async function findMetaobjectByHandle(
  db: Queryable,
  shop: string,
  type: string,
  handle: string,
): Promise<MetaobjectRow | null> {
  const { rows } = await db.query<MetaobjectRow>(
    "SELECT * FROM metaobjects WHERE shop = $1 AND type = $2 AND handle = $3",
    [shop, type, handle],
  );
  return rows[0] ?? null;
}

/** Creates a definition. Its type must be unused. */
export async function createDefinition(
  store: Store,
  shop: string,
  input: NewMetaobjectDefinition,
): Promise<{ definition: MetaobjectDefinitionRow | null; userErrors: MetaobjectError[] }> {
  const userErrors = definitionErrors(input);
  if (userErrors.length > 0) return { definition: null, userErrors };
  const { rows } = await store.pool.query<MetaobjectDefinitionRow>(
    `INSERT INTO metaobject_definitions (shop, type, name, description, display_name_key, fields, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (shop, type) DO NOTHING RETURNING *`,
    [
      shop,
      input.type,
      input.name,
      input.description,
      input.displayNameKey,
      JSON.stringify(input.fields),
      shopifyNow(store),
    ],
  );
  if (rows[0]) return { definition: rows[0], userErrors: [] };
  const error = { field: ["definition", "type"], message: "Type has already been taken", code: "TAKEN" };
  return { definition: null, userErrors: [error] };
}

/** Creates a metaobject, or changes the given fields of the one with this handle. */
export async function upsertMetaobject(
  store: Store,
  shop: string,
  name: { type: string; handle: string },
  fields: ReadonlyArray<{ key: string; value: string }>,
): Promise<{ metaobject: MetaobjectRow | null; userErrors: MetaobjectError[] }> {
  return transaction(store, async (client) => {
    // The lock prevents that concurrent changes of different fields overwrite each other.
    const definition = await findDefinition(client, shop, name.type, "FOR UPDATE");
    if (!definition) {
      const message = `No metaobject definition exists for type "${name.type}"`;
      const error = { field: ["handle", "type"], message, code: "UNDEFINED_OBJECT_TYPE" };
      return { metaobject: null, userErrors: [error] };
    }
    const handle = name.handle.trim().toLowerCase();
    if (!/^[a-z0-9][a-z0-9_-]*$/.test(handle)) {
      const error = { field: ["handle", "handle"], message: "Handle is invalid", code: "INVALID" };
      return { metaobject: null, userErrors: [error] };
    }
    const existing = await findMetaobjectByHandle(client, shop, name.type, handle);
    const values = { ...existing?.field_values };
    for (const { key, value } of fields) {
      if (value === "") delete values[key];
      else values[key] = value;
    }
    const userErrors = fieldErrors(definition, fields, values);
    if (userErrors.length > 0) return { metaobject: null, userErrors };
    const displayName = values[definition.display_name_key ?? ""] ?? titleOf(handle);
    const { rows } = await client.query<MetaobjectRow>(
      `INSERT INTO metaobjects (shop, type, handle, display_name, field_values, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (shop, type, handle)
       DO UPDATE SET display_name = excluded.display_name, field_values = excluded.field_values,
         updated_at = excluded.updated_at RETURNING *`,
      [shop, name.type, handle, displayName, JSON.stringify(values), shopifyNow(store)],
    );
    return { metaobject: rows[0] as MetaobjectRow, userErrors: [] };
  });
}

/** Deletes a metaobject. Returns false if it doesn't exist. */
export async function deleteMetaobject(store: Store, shop: string, id: number): Promise<boolean> {
  const { rowCount } = await store.pool.query("DELETE FROM metaobjects WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  return rowCount === 1;
}

function definitionErrors(input: NewMetaobjectDefinition): MetaobjectError[] {
  const refuse = (field: string[], message: string, code: string): MetaobjectError[] => [
    { field: ["definition", ...field], message, code },
  ];
  if (input.type.length < 3)
    return refuse(["type"], "Type is too short (minimum is 3 characters)", "TOO_SHORT");
  if (!/^[\w-]+$/.test(input.type))
    return refuse(["type"], "Type contains one or more invalid characters.", "INVALID");
  if (input.name.trim() === "") return refuse(["name"], "Name can't be blank", "BLANK");
  const keys = new Set<string>();
  for (const [index, field] of input.fields.entries()) {
    const path = ["fieldDefinitions", String(index)];
    if (field.key.length < 2)
      return refuse([...path, "key"], "Key is too short (minimum is 2 characters)", "TOO_SHORT");
    if (!/^[\w-]+$/.test(field.key))
      return refuse([...path, "key"], "Key contains one or more invalid characters.", "INVALID");
    if (keys.has(field.key))
      return refuse(path, `Field "${field.key}" duplicates other inputs`, "DUPLICATE_FIELD_INPUT");
    keys.add(field.key);
    if (!isMetafieldType(field.type))
      return refuse([...path, "type"], `Type name ${field.type} is not a valid type.`, "INCLUSION");
  }
  if (input.displayNameKey !== null && !keys.has(input.displayNameKey))
    return refuse(
      ["displayNameKey"],
      `Field definition "${input.displayNameKey}" does not exist`,
      "UNDEFINED_OBJECT_FIELD",
    );
  return [];
}

function fieldErrors(
  definition: MetaobjectDefinitionRow,
  fields: ReadonlyArray<{ key: string; value: string }>,
  values: Readonly<Record<string, string>>,
): MetaobjectError[] {
  const errors: MetaobjectError[] = [];
  const keys = new Set<string>();
  for (const [index, { key, value }] of fields.entries()) {
    const refuse = (message: string, code: string) =>
      errors.push({ field: ["metaobject", "fields", String(index)], message, code, elementKey: key });
    const field = definition.fields.find((one) => one.key === key);
    if (!field) refuse(`Field definition "${key}" does not exist`, "UNDEFINED_OBJECT_FIELD");
    else if (keys.has(key)) refuse(`Field "${key}" duplicates other inputs`, "DUPLICATE_FIELD_INPUT");
    else {
      const problem = value === "" ? null : valueProblem(field.type, value);
      if (problem) refuse(problem, "INVALID_VALUE");
    }
    keys.add(key);
  }
  for (const field of definition.fields) {
    if (!field.required || values[field.key] !== undefined) continue;
    const message = `${field.name} can't be blank`;
    errors.push({ field: ["metaobject"], message, code: "OBJECT_FIELD_REQUIRED", elementKey: field.key });
  }
  return errors;
}

/** Shopify's display name without a display name field: the handle in title case. */
function titleOf(handle: string): string {
  return handle
    .split(/[-_]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(" ");
}
