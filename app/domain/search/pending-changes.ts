import { z } from "zod";

/** `RefusedProduct`. */
export const refusedProduct = z.object({ id: z.number().int(), handle: z.string(), reason: z.string() });

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
