import type pg from "pg";
import type { Queryable } from "./database.ts";
import type { UserError } from "./rows.ts";

interface DefinedMetafield {
  ownerType: string;
  namespace: string;
  key: string;
}

interface ClaimedValue extends DefinedMetafield {
  ownerId: number;
  value: string;
}

/** Which definition a metafield has. */
export function definitionKey(metafield: DefinedMetafield): string {
  return `${metafield.ownerType}/${metafield.namespace}/${metafield.key}`;
}

/** The types that a shop's metafield definitions ask for, by `definitionKey`. */
export async function readDefinedTypes(db: Queryable, shop: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ owner_type: string; namespace: string; key: string; type: string }>(
    "SELECT owner_type, namespace, key, type FROM metafield_definitions WHERE shop = $1",
    [shop],
  );
  return new Map(
    rows.map((row) => [
      definitionKey({ ownerType: row.owner_type, namespace: row.namespace, key: row.key }),
      row.type,
    ]),
  );
}

/** Another owner has this value in a metafield whose definition has the type `id`. Aborts the transaction. */
export class ValueTakenError extends Error {
  readonly userError: UserError;

  constructor(field: string[]) {
    super("Value has already been taken.");
    this.userError = { field, message: this.message, code: "TAKEN", elementIndex: null };
  }
}

/** Claims the values of metafields whose definition has the type `id`. Throws a ValueTakenError. */
export async function claimUniqueValues(
  client: pg.PoolClient,
  shop: string,
  metafields: readonly ClaimedValue[],
  definitions: ReadonlyMap<string, string>,
  path: string[],
): Promise<void> {
  for (const [index, one] of metafields.entries()) {
    if (definitions.get(definitionKey(one)) !== "id") continue;
    const owner = [shop, one.ownerType, one.namespace, one.key, one.ownerId];
    await client.query(
      `DELETE FROM unique_metafields
       WHERE shop = $1 AND owner_type = $2 AND namespace = $3 AND key = $4 AND owner_id = $5 AND value <> $6`,
      [...owner, one.value],
    );
    // Waits for another transaction that claims the same value.
    const { rows } = await client.query<{ owner_id: number }>(
      `INSERT INTO unique_metafields (shop, owner_type, namespace, key, owner_id, value) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (shop, owner_type, namespace, key, value) DO UPDATE SET value = excluded.value RETURNING owner_id`,
      [...owner, one.value],
    );
    if (rows[0]?.owner_id !== one.ownerId) throw new ValueTakenError([...path, String(index), "value"]);
  }
}
