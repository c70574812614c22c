import { isDeepStrictEqual } from "node:util";
import { type SyncDefinition, saveSyncData } from "~/core/syncs/define-sync.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type PendingChanges, type UpdateOutcome, updateOutcome } from "./sync-state";

type Run = Pick<SyncDefinition<never>, "name" | "section">;

const ALL_SENT: UpdateOutcome = { refused: [], problem: null };

/** An outcome is with the newest sync, where its page shows it. A newer sync tries again. */
const NEWEST = "FROM runs WHERE shop = $1 AND section = $2 ORDER BY started_at DESC, id DESC LIMIT 1";

const outcomeIn = (data: unknown): UpdateOutcome => updateOutcome.safeParse(data).data ?? ALL_SENT;

/** Reads the changes that the live index doesn't have yet. */
export async function readPendingChanges(
  tx: ShopTransaction,
  shop: string,
  { name, section }: Run,
): Promise<PendingChanges> {
  const { rows } = await tx.$client.query<{ waiting: number; paused: string | null; outcome: unknown }>(
    `SELECT (SELECT count(*)::int FROM search_changes WHERE shop = $1 AND engine = $2) AS waiting,
            (SELECT id FROM jobs WHERE shop = $1 AND kind = $3 AND state = 'paused' LIMIT 1) AS paused,
            (SELECT data -> 'updates' ${NEWEST}) AS outcome`,
    [shop, section, name],
  );
  const { waiting = 0, paused = null, outcome } = rows[0] ?? {};
  return { waiting, pausedJobId: paused, ...outcomeIn(outcome) };
}

/** Stores how changes were sent. @returns whether the last attempt ended otherwise */
export async function storeUpdateOutcome(
  tx: ShopTransaction,
  shop: string,
  { section }: Run,
  outcome: UpdateOutcome,
): Promise<boolean> {
  const { rows } = await tx.$client.query<{ id: string; outcome: unknown }>(
    `SELECT id, data -> 'updates' AS outcome ${NEWEST}`,
    [shop, section],
  );
  const [newest] = rows;
  if (!newest || isDeepStrictEqual(outcomeIn(newest.outcome), outcome)) return false;
  await saveSyncData(tx, shop, newest.id, { updates: outcome });
  return true;
}

/** A product that changed, with the change up to which it is read. */
export interface ChangedProduct {
  id: number;
  change: string;
}

/** Records products that an engine must receive again. */
export async function queueChanges(
  tx: ShopTransaction,
  shop: string,
  engine: string,
  ids: readonly number[],
): Promise<void> {
  // Locked in one order, so that two transactions never wait for each other.
  await tx.$client.query(
    `INSERT INTO search_changes (shop, engine, product_id)
     SELECT $1, $2, id FROM unnest($3::bigint[]) AS id ORDER BY id
     ON CONFLICT (shop, engine, product_id) DO UPDATE SET change = excluded.change`,
    [shop, engine, ids],
  );
}

/** The products that changed first after a change. @param after 0 before the first one */
export async function nextChanges(
  tx: ShopTransaction,
  shop: string,
  engine: string,
  { after, limit }: { after: string; limit: number },
): Promise<ChangedProduct[]> {
  const { rows } = await tx.$client.query<{ id: string; change: string }>(
    "SELECT product_id AS id, change FROM search_changes WHERE shop = $1 AND engine = $2 AND change > $3 ORDER BY change LIMIT $4",
    [shop, engine, after, limit],
  );
  return rows.map(({ id, change }) => ({ id: Number(id), change }));
}

/** Forgets changes that the engine has received. A product that changed again since stays. */
export async function forgetChanges(
  tx: ShopTransaction,
  shop: string,
  engine: string,
  changes: readonly ChangedProduct[],
): Promise<void> {
  await tx.$client.query(
    `DELETE FROM search_changes WHERE shop = $1 AND engine = $2 AND product_id IN (
       SELECT product_id FROM search_changes AS queued
         JOIN unnest($3::bigint[], $4::bigint[]) AS sent(id, change) ON product_id = sent.id AND queued.change = sent.change
        WHERE shop = $1 AND engine = $2 ORDER BY product_id FOR UPDATE OF queued)`,
    [shop, engine, changes.map(({ id }) => id), changes.map(({ change }) => change)],
  );
}
