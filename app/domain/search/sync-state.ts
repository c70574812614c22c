import { z } from "zod";

/** `RefusedProduct`. */
const refusedProduct = z.object({ id: z.number().int(), handle: z.string(), reason: z.string() });

/** How the last attempt to send changed products to the live index ended. */
export const updateOutcome = z.object({
  /** The products that the engine refused. */
  refused: z.array(refusedProduct),
  /** Why changes couldn't be sent. Null when the engine answered, and no others wait behind the refused products. */
  problem: z.string().nullable(),
});

export type UpdateOutcome = z.infer<typeof updateOutcome>;

/** The changed products that the live index doesn't have yet. */
export const pendingChanges = updateOutcome.extend({
  waiting: z.number().int(),
  /** The paused sync that they wait for. */
  pausedJobId: z.string().nullable(),
});

export type PendingChanges = z.infer<typeof pendingChanges>;

/** What a full sync remembers, so that another process can continue it. */
const syncState = z.object({
  /** The index that is built aside. */
  index: z.string(),
  /** Which live index it will replace. */
  target: z.string(),
  /** `begin` when the index may not exist yet, `send` while products are sent, `publish` once all are counted. */
  phase: z.enum(["begin", "send", "publish"]),
  /** The number of the last product that was sent. */
  cursor: z.number().int(),
  sent: z.number().int(),
  /** The settings that the new live index must have. */
  kept: z.record(z.string(), z.unknown()).default({}),
  /** How many values were left out. */
  leftOut: z.number().int(),
  /** The products that the engine refused. They aren't counted as sent. */
  refused: z.array(refusedProduct).default([]),
  /** The batch that may have been sent without this being known. */
  sending: z.array(z.number().int()),
});

export type SyncState = z.infer<typeof syncState>;

/** The state in what a sync remembers. Null for a sync that begins. */
export function readSyncState(data: Record<string, unknown>): SyncState | null {
  const parsed = syncState.safeParse(data.sync);
  return parsed.success ? parsed.data : null;
}

export const ALGOLIA_NOT_CONFIGURED =
  "Algolia isn't set up for this shop. The account owner can do it on Settings.";
export const SOLR_NOT_CONFIGURED =
  "Solr isn't set up for this shop. The account owner can do it on Settings.";
export const NEWER_SYNC = "A newer sync has started. Start a sync instead of retrying this one.";
