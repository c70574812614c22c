import { isDeepStrictEqual } from "node:util";
import { type RunKind, saveRunData } from "~/core/runs/run-kind.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type PendingChanges, type UpdateOutcome, updateOutcome } from "./pending-changes";

type Run = Pick<RunKind<never>, "name" | "section">;

const ALL_SENT: UpdateOutcome = { refused: [], problem: null };

/** An outcome is with the newest run, where its page shows it. A newer sync tries again. */
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
  await saveRunData(tx, shop, newest.id, { updates: outcome });
  return true;
}
