import { createHash } from "node:crypto";
import type pg from "pg";
import type { Queryable } from "./database.ts";
import { type Store, transaction } from "./database.ts";
import { shopifyNow } from "./instants.ts";
import {
  claimUniqueValues,
  definitionKey,
  readDefinedTypes,
  ValueTakenError,
} from "./metafield-definitions.ts";
import { isMetafieldType, valueProblem } from "./metafield-values.ts";
import type { MetafieldEntry, UserError } from "./rows.ts";

/** The supported values of the enum `MetafieldOwnerType`. */
export type MetafieldOwnerType =
  | "CUSTOMER"
  | "PRODUCT"
  | "PRODUCTVARIANT"
  | "COLLECTION"
  | "ORDER"
  | "SHOP"
  | "API_PERMISSION";

/** A metafield with its owner, as resolvers see it. */
export interface Metafield extends MetafieldEntry {
  ownerType: MetafieldOwnerType;
  ownerId: number;
}

export interface MetafieldIdentifier {
  ownerType: MetafieldOwnerType;
  ownerId: number;
  namespace: string;
  key: string;
}

/** A metafield to set. It must have the digest `compareDigest`, or not exist if that is null. */
export interface MetafieldToSet extends MetafieldIdentifier {
  type?: string | null;
  value: string;
  compareDigest?: string | null;
}

const MAX_METAFIELDS_PER_CALL = 25;
const DIGEST = /^[0-9a-f]{64}$/;
const OWNER_TABLES: Record<MetafieldOwnerType, string | null> = {
  CUSTOMER: "customers",
  PRODUCT: "products",
  PRODUCTVARIANT: "variants",
  COLLECTION: "collections",
  ORDER: "orders",
  SHOP: null,
  API_PERMISSION: null,
};

/** The digest that a client sends to detect concurrent changes. */
export function compareDigest(entry: Pick<MetafieldEntry, "value" | "type">): string {
  return createHash("sha256").update(`${entry.type}\n${entry.value}`).digest("hex");
}

/** A metafield's numeric id: its owner's id followed by its number within the owner. */
export function metafieldId(metafield: Metafield): number {
  return metafield.ownerId * 1000 + metafield.n;
}

/** The metafields of several owners of one type, in order of creation. */
export async function metafieldsOf(
  db: Queryable,
  shop: string,
  ownerType: MetafieldOwnerType,
  ownerIds: readonly number[],
): Promise<Map<number, MetafieldEntry[]>> {
  const { rows } = await db.query<{ owner_id: number; entries: MetafieldEntry[] }>(
    "SELECT owner_id, entries FROM metafield_sets WHERE shop = $1 AND owner_type = $2 AND owner_id = ANY ($3)",
    [shop, ownerType, ownerIds],
  );
  return new Map(rows.map((row) => [row.owner_id, row.entries]));
}

/** The result of setting metafields: all of them, or user errors. */
export interface MetafieldsChange {
  metafields: Metafield[];
  userErrors: UserError[];
}

/**
 * Sets up to 25 metafields atomically. Fails if a `compareDigest` doesn't match. `onOwnerChanged` runs in the same transaction for
 * every changed owner.
 */
export async function setMetafields(
  store: Store,
  shop: string,
  input: readonly MetafieldToSet[],
  onOwnerChanged: (client: pg.PoolClient, ownerType: MetafieldOwnerType, ownerId: number) => Promise<void>,
): Promise<MetafieldsChange> {
  if (input.length > MAX_METAFIELDS_PER_CALL) {
    return {
      metafields: [],
      userErrors: [
        {
          field: ["metafields"],
          message: `Exceeded the maximum metafields input limit of ${MAX_METAFIELDS_PER_CALL}.`,
          code: "LESS_THAN_OR_EQUAL_TO",
          elementIndex: null,
        },
      ],
    };
  }
  return transaction<MetafieldsChange>(store, async (client) => {
    const now = shopifyNow(store);
    const sets = await lockSets(client, shop, input);
    const definitions = await readDefinedTypes(client, shop);
    const userErrors: UserError[] = [];
    const typed = input.map((one, index) => {
      const set = sets.get(ownerKey(one));
      const current = set?.entries.find(
        (entry) => entry.namespace === one.namespace && entry.key === one.key,
      );
      const type = one.type ?? definitions.get(definitionKey(one)) ?? null;
      userErrors.push(...problemsOf({ ...one, type }, index, current, set !== undefined));
      return { ...one, type: type ?? "" };
    });
    if (userErrors.length > 0) return { metafields: [], userErrors };
    await claimUniqueValues(client, shop, typed, definitions, ["metafields"]);
    const metafields = typed.map((one) => put(sets.get(ownerKey(one)) as MetafieldSet, one, now));
    for (const set of sets.values()) {
      await saveSet(client, shop, set);
      await onOwnerChanged(client, set.ownerType, set.ownerId);
    }
    return { metafields, userErrors: [] };
  }).catch((error: unknown) => {
    if (error instanceof ValueTakenError) return { metafields: [], userErrors: [error.userError] };
    throw error;
  });
}

/**
 * Writes the metafields of an owner that was created in the same transaction. A missing type is that of the definition.
 * Throws a ValueTakenError, or returns user errors.
 */
export async function setNewMetafields(
  client: pg.PoolClient,
  shop: string,
  ownerType: MetafieldOwnerType,
  ownerId: number,
  input: ReadonlyArray<Omit<MetafieldToSet, "ownerType" | "ownerId">>,
  { now, path }: { now: Date; path: string[] },
): Promise<UserError[]> {
  const definitions = await readDefinedTypes(client, shop);
  const typed = input.map((one) => {
    const owned = { ...one, ownerType, ownerId };
    return { ...owned, type: one.type ?? definitions.get(definitionKey(owned)) ?? "" };
  });
  const problems = metafieldErrors(typed, ownerType);
  if (problems.length > 0)
    return problems.map((problem) => ({ ...problem, field: [...path, ...(problem.field ?? []).slice(1)] }));
  await claimUniqueValues(client, shop, typed, definitions, path);
  await writeMetafields(client, shop, ownerType, ownerId, typed, now);
  return [];
}

/** The user errors of metafields that are written with a change of their owner. */
export const metafieldErrors = (
  metafields: ReadonlyArray<Omit<MetafieldToSet, "ownerType" | "ownerId">>,
  ownerType: MetafieldOwnerType,
): UserError[] =>
  metafields.flatMap((one, index) => problemsOf({ ...one, ownerType, ownerId: 0 }, index, undefined, true));

/** Writes metafields without validation, for an owner that is created or changed in the same transaction. */
export async function writeMetafields(
  client: pg.PoolClient,
  shop: string,
  ownerType: MetafieldOwnerType,
  ownerId: number,
  metafields: ReadonlyArray<{ namespace: string; key: string; type: string; value: string }>,
  now: Date,
): Promise<void> {
  const sets = await lockSets(client, shop, [{ ownerType, ownerId }]);
  const set = sets.get(ownerKey({ ownerType, ownerId }));
  if (!set) return;
  for (const metafield of metafields) put(set, metafield, now);
  await saveSet(client, shop, set);
}

/** Deletes metafields. Returns the deleted ones in order, with null for each that didn't exist. */
export async function deleteMetafields(
  store: Store,
  shop: string,
  identifiers: readonly MetafieldIdentifier[],
  onOwnerChanged: (client: pg.PoolClient, ownerType: MetafieldOwnerType, ownerId: number) => Promise<void>,
): Promise<Array<MetafieldIdentifier | null>> {
  return transaction(store, async (client) => {
    const sets = await lockSets(client, shop, identifiers);
    const deleted = identifiers.map((identifier) => {
      const set = sets.get(ownerKey(identifier));
      const at =
        set?.entries.findIndex((e) => e.namespace === identifier.namespace && e.key === identifier.key) ?? -1;
      if (!set || at < 0) return null;
      set.entries.splice(at, 1);
      set.changed = true;
      return identifier;
    });
    for (const one of deleted)
      if (one)
        await client.query(
          `DELETE FROM unique_metafields
           WHERE shop = $1 AND owner_type = $2 AND namespace = $3 AND key = $4 AND owner_id = $5`,
          [shop, one.ownerType, one.namespace, one.key, one.ownerId],
        );
    for (const set of sets.values()) {
      if (!set.changed) continue;
      await saveSet(client, shop, set);
      await onOwnerChanged(client, set.ownerType, set.ownerId);
    }
    return deleted;
  });
}

/** Deletes all metafields of a deleted owner. */
export async function deleteMetafieldsOf(
  db: Queryable,
  shop: string,
  ownerType: MetafieldOwnerType,
  ownerId: number,
): Promise<void> {
  await db.query("DELETE FROM metafield_sets WHERE shop = $1 AND owner_type = $2 AND owner_id = $3", [
    shop,
    ownerType,
    ownerId,
  ]);
}

interface MetafieldSet {
  ownerType: MetafieldOwnerType;
  ownerId: number;
  next: number;
  entries: MetafieldEntry[];
  changed: boolean;
}

function ownerKey(owner: { ownerType: MetafieldOwnerType; ownerId: number }): string {
  return `${owner.ownerType}/${owner.ownerId}`;
}

/** Locks the owners' rows in a fixed order to prevent deadlocks. Owners that don't exist are skipped. */
async function lockSets(
  client: pg.PoolClient,
  shop: string,
  owners: ReadonlyArray<{ ownerType: MetafieldOwnerType; ownerId: number }>,
): Promise<Map<string, MetafieldSet>> {
  const sets = new Map<string, MetafieldSet>();
  const distinct = new Map(owners.map((owner) => [ownerKey(owner), owner]));
  for (const [key, { ownerType, ownerId }] of [...distinct].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const table = OWNER_TABLES[ownerType];
    if (table !== null) {
      const owner = await client.query(`SELECT FROM ${table} WHERE shop = $1 AND id = $2 FOR UPDATE`, [
        shop,
        ownerId,
      ]);
      if (owner.rowCount === 0) continue;
    }
    await client.query(
      "INSERT INTO metafield_sets (shop, owner_type, owner_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [shop, ownerType, ownerId],
    );
    const { rows } = await client.query<{ next_number: number; entries: MetafieldEntry[] }>(
      "SELECT next_number, entries FROM metafield_sets WHERE shop = $1 AND owner_type = $2 AND owner_id = $3 FOR UPDATE",
      [shop, ownerType, ownerId],
    );
    const row = rows[0] as { next_number: number; entries: MetafieldEntry[] };
    sets.set(key, { ownerType, ownerId, next: row.next_number, entries: row.entries, changed: false });
  }
  return sets;
}

async function saveSet(client: pg.PoolClient, shop: string, set: MetafieldSet): Promise<void> {
  await client.query(
    `UPDATE metafield_sets SET next_number = $4, entries = $5
     WHERE shop = $1 AND owner_type = $2 AND owner_id = $3`,
    [shop, set.ownerType, set.ownerId, set.next, JSON.stringify(set.entries)],
  );
}

function put(
  set: MetafieldSet,
  input: { namespace: string; key: string; type: string; value: string },
  now: Date,
): Metafield {
  const { namespace, key, type, value } = input;
  let entry = set.entries.find((candidate) => candidate.namespace === namespace && candidate.key === key);
  if (entry) {
    Object.assign(entry, { type, value, updated_at: now.toISOString() });
  } else {
    entry = {
      n: set.next++,
      namespace,
      key,
      type,
      value,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    };
    set.entries.push(entry);
  }
  set.changed = true;
  return { ...entry, ownerType: set.ownerType, ownerId: set.ownerId };
}

function problemsOf(
  input: MetafieldToSet,
  index: number,
  current: MetafieldEntry | undefined,
  ownerExists: boolean,
): UserError[] {
  const refuse = (field: string, message: string, code: string): UserError[] => [
    { field: ["metafields", String(index), field], message, code, elementIndex: null },
  ];
  if (!ownerExists) return refuse("ownerId", "Owner does not exist.", "INVALID");
  if (input.namespace.length < 3)
    return refuse("namespace", "Namespace is too short (minimum is 3 characters)", "TOO_SHORT");
  if (input.namespace.length > 255)
    return refuse("namespace", "Namespace is too long (maximum is 255 characters)", "TOO_LONG");
  if (input.key.length < 2) return refuse("key", "Key is too short (minimum is 2 characters)", "TOO_SHORT");
  if (input.key.length > 64) return refuse("key", "Key is too long (maximum is 64 characters)", "TOO_LONG");
  if (!/^[\w-]+$/.test(input.namespace)) return refuse("namespace", "Namespace is invalid", "INVALID");
  if (!/^[\w-]+$/.test(input.key)) return refuse("key", "Key is invalid", "INVALID");
  if (!input.type) return refuse("type", "Type can't be blank", "BLANK");
  if (!isMetafieldType(input.type))
    return refuse("type", "Type must be one of the supported types.", "INVALID_TYPE");
  if (input.value.trim() === "") return refuse("value", "Value can't be blank.", "BLANK");
  const problem = valueProblem(input.type, input.value);
  if (problem) return refuse("value", problem, "INVALID_VALUE");
  return digestProblem(input, current, refuse);
}

function digestProblem(
  input: MetafieldToSet,
  current: MetafieldEntry | undefined,
  refuse: (field: string, message: string, code: string) => UserError[],
): UserError[] {
  if (input.compareDigest === undefined) return [];
  const stale =
    "The resource has been updated since it was loaded. Try again with an updated `compareDigest` value.";
  if (input.compareDigest === null) return current ? refuse("compareDigest", stale, "STALE_OBJECT") : [];
  if (!DIGEST.test(input.compareDigest)) {
    return refuse("compareDigest", "The compareDigest is invalid.", "INVALID_COMPARE_DIGEST");
  }
  const isCurrent = current !== undefined && compareDigest(current) === input.compareDigest;
  return isCurrent ? [] : refuse("compareDigest", stale, "STALE_OBJECT");
}
