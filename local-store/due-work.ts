import { runDueJobs } from "./catalog/reorder-media.ts";
import type { Store } from "./data/database.ts";
import { runDueCodeChanges } from "./discounts/run-due-code-changes.ts";

const UNFINISHED = `SELECT EXISTS (SELECT FROM jobs WHERE done_at IS NULL)
    OR EXISTS (SELECT FROM discount_code_creations WHERE done_at IS NULL)
    OR EXISTS (SELECT FROM discount_code_deletions WHERE done_at IS NULL) AS "isUnfinished"`;

/**
 * Runs delayed work that is due: moves of media, and codes that are added or deleted. While nothing commits, there is none to look for, and
 * the database is left alone.
 */
export async function runDueWork(store: Store): Promise<void> {
  if (!store.hasCommitted) return;
  store.hasCommitted = false;
  try {
    const { rows } = await store.pool.query<{ isUnfinished: boolean }>(UNFINISHED);
    if (!rows[0]?.isUnfinished) return;
    store.hasCommitted = true;
    await runDueJobs(store);
    await runDueCodeChanges(store);
  } catch (error) {
    store.hasCommitted = true;
    throw error;
  }
}
