import type pg from "pg";
import { isMetafieldType } from "../data/metafield-values.ts";
import type { UserError } from "../data/rows.ts";

/** A row of `metafield_definitions`. */
export interface DefinitionRow {
  id: number;
  owner_type: string;
  namespace: string;
  key: string;
  name: string;
  description: string | null;
  type: string;
  storefront_access: string;
}

/** A definition to create. */
export interface NewMetafieldDefinition {
  ownerType: string;
  namespace: string;
  key: string;
  name: string;
  description?: string | null;
  type: string;
  access?: { storefront?: "NONE" | "PUBLIC_READ" | null } | null;
}

/** Creates a definition, or returns why Shopify refuses it. */
export async function createMetafieldDefinition(
  db: Pick<pg.Pool, "query">,
  shop: string,
  definition: NewMetafieldDefinition,
): Promise<{ row: DefinitionRow } | { userErrors: UserError[] }> {
  const { ownerType, namespace, key, name, description, type, access } = definition;
  const userErrors = definitionErrors(definition);
  if (userErrors.length > 0) return { userErrors };
  const { rows } = await db.query<DefinitionRow>(
    `INSERT INTO metafield_definitions (shop, owner_type, namespace, key, name, description, type, storefront_access)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING *`,
    [shop, ownerType, namespace, key, name, description, type, access?.storefront ?? "NONE"],
  );
  if (rows[0]) return { row: rows[0] };
  const message = `Key is in use for ${ownerLabel(ownerType)} metafields on the '${namespace}' namespace.`;
  return { userErrors: [{ field: ["definition", "key"], message, code: "TAKEN" }] };
}

/** The definitions of an owner type, by namespace and key. */
export async function listMetafieldDefinitions(
  db: Pick<pg.Pool, "query">,
  shop: string,
  ownerType: string,
): Promise<DefinitionRow[]> {
  const { rows } = await db.query<DefinitionRow>(
    "SELECT * FROM metafield_definitions WHERE shop = $1 AND owner_type = $2 ORDER BY namespace, key",
    [shop, ownerType],
  );
  return rows;
}

function definitionErrors({ name, namespace, key, type }: NewMetafieldDefinition): UserError[] {
  const refuse = (field: string, message: string, code: string) => [
    { field: ["definition", field], message, code },
  ];
  if (name.trim() === "") return refuse("name", "Name can't be blank", "BLANK");
  if (namespace.length < 3) {
    return refuse("namespace", "Namespace is too short (minimum is 3 characters)", "TOO_SHORT");
  }
  if (key.length < 2) return refuse("key", "Key is too short (minimum is 2 characters)", "TOO_SHORT");
  if (!/^[\w-]+$/.test(namespace) || !/^[\w-]+$/.test(key)) {
    return refuse("key", "Key contains one or more invalid characters.", "INVALID_CHARACTER");
  }
  if (!isMetafieldType(type)) {
    return refuse("type", `Type name ${type} is not a valid type.`, "INCLUSION");
  }
  return [];
}

function ownerLabel(ownerType: string): string {
  return ownerType.charAt(0) + ownerType.slice(1).toLowerCase();
}
