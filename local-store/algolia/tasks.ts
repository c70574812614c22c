import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";

/** A change of an index. Algolia answers it immediately and applies it later. */
export type IndexChange =
  | { kind: "batch"; requests: { action: "addObject" | "deleteObject"; body: { objectID: string } }[] }
  | { kind: "copy"; to: string }
  | { kind: "move"; to: string }
  | { kind: "delete" };

/** How long a change waits. */
const APPLIED_AFTER_MS = 60;

/** Accepts a change. @returns the id of its task */
export async function addTask(
  store: Store,
  shop: string,
  index: string,
  change: IndexChange,
): Promise<number> {
  const { rows } = await store.pool.query<{ id: number }>(
    "INSERT INTO algolia_tasks (shop, index_name, change, due_at) VALUES ($1, $2, $3, $4) RETURNING id::int",
    [shop, index, JSON.stringify(change), new Date(store.clock.now() + store.delayMs(APPLIED_AFTER_MS))],
  );
  if (!rows[0]) throw new Error("The task has no id.");
  return rows[0].id;
}

/** Whether a task of an index has been applied. Undefined when there is none. */
export async function isTaskApplied(
  store: Store,
  shop: string,
  index: string,
  id: number,
): Promise<boolean | undefined> {
  const { rows } = await store.pool.query<{ is_applied: boolean }>(
    "SELECT is_applied FROM algolia_tasks WHERE shop = $1 AND index_name = $2 AND id = $3",
    [shop, index, id],
  );
  return rows[0]?.is_applied;
}

/** Applies the changes that are due, in the order in which they arrived. Called before anything is read. */
export async function applyDueTasks(store: Store, shop: string): Promise<void> {
  const now = new Date(store.clock.now());
  await transaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`algolia ${shop}`]);
    const { rows } = await client.query<{
      id: number;
      index_name: string;
      change: IndexChange;
      due_at: Date;
    }>(
      "SELECT id, index_name, change, due_at FROM algolia_tasks WHERE shop = $1 AND NOT is_applied ORDER BY id",
      [shop],
    );
    for (const { id, index_name, change, due_at } of rows) {
      if (due_at > now) break;
      await apply(client, { shop, index: index_name, now }, change);
      await client.query("UPDATE algolia_tasks SET is_applied = true WHERE id = $1", [id]);
    }
  });
}

interface Place {
  shop: string;
  index: string;
  now: Date;
}

async function apply(client: pg.ClientBase, place: Place, change: IndexChange): Promise<void> {
  if (change.kind === "batch") return applyBatch(client, place, change.requests);
  if (change.kind === "copy") return copyConfiguration(client, place, change.to);
  if (change.kind === "delete") return deleteIndex(client, place.shop, place.index);
  return move(client, place, change.to);
}

async function applyBatch(
  client: pg.ClientBase,
  { shop, index, now }: Place,
  requests: readonly { action: string; body: { objectID: string } }[],
): Promise<void> {
  await createIndex(client, shop, index, now);
  // The last request about a record counts.
  const latest = [...new Map(requests.map((each) => [each.body.objectID, each])).values()];
  const deleted = latest.filter(({ action }) => action === "deleteObject");
  await client.query(
    "DELETE FROM algolia_records WHERE shop = $1 AND index_name = $2 AND object_id = ANY($3)",
    [shop, index, deleted.map(({ body }) => body.objectID)],
  );
  const added = latest.filter(({ action }) => action === "addObject").map(({ body }) => body);
  await client.query(
    `INSERT INTO algolia_records (shop, index_name, object_id, record)
     SELECT $1, $2, record ->> 'objectID', record FROM jsonb_array_elements($3::jsonb) AS record
     ON CONFLICT (shop, index_name, object_id) DO UPDATE SET record = excluded.record`,
    [shop, index, JSON.stringify(added)],
  );
}

/** Copying from an index that doesn't exist creates a new one. */
async function copyConfiguration(client: pg.ClientBase, { shop, index, now }: Place, to: string) {
  await createIndex(client, shop, to, now);
  await client.query(
    `UPDATE algolia_indexes AS target SET configuration = source.configuration FROM algolia_indexes AS source
      WHERE target.shop = $1 AND target.name = $3 AND source.shop = $1 AND source.name = $2`,
    [shop, index, to],
  );
}

/** Moving an index that doesn't exist is ignored. */
async function move(client: pg.ClientBase, { shop, index }: Place, to: string): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 FROM algolia_indexes WHERE shop = $1 AND name = $2", [
    shop,
    index,
  ]);
  if (rowCount === 0) return;
  await deleteIndex(client, shop, to);
  for (const [table, column] of [
    ["algolia_indexes", "name"],
    ["algolia_records", "index_name"],
  ])
    await client.query(`UPDATE ${table} SET ${column} = $3 WHERE shop = $1 AND ${column} = $2`, [
      shop,
      index,
      to,
    ]);
}

async function deleteIndex(client: pg.ClientBase, shop: string, index: string): Promise<void> {
  await client.query("DELETE FROM algolia_records WHERE shop = $1 AND index_name = $2", [shop, index]);
  await client.query("DELETE FROM algolia_indexes WHERE shop = $1 AND name = $2", [shop, index]);
}

const createIndex = (client: pg.ClientBase, shop: string, name: string, now: Date) =>
  client.query(
    "INSERT INTO algolia_indexes (shop, name, updated_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [shop, name, now],
  );
