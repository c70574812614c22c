import { z } from "zod";

/** A person's sync state. Instants are ISO 8601. */
export const syncStateShape = z.object({
  /** Shopify's id of the customer. */
  id: z.string(),
  state: z.enum(["never", "waiting", "synced", "failed"]),
  /** When the latest attempt ended, or was requested if it is waiting. Null without one. */
  at: z.string().nullable(),
  /** Why the latest attempt failed; empty otherwise. */
  error: z.string(),
  /** The job of the waiting attempt. */
  jobId: z.string().nullable(),
  /** When Agora last accepted the person's data. */
  syncedAt: z.string().nullable(),
  /** The person's data has changed since it was sent. */
  changed: z.boolean(),
});
export type SyncState = z.infer<typeof syncStateShape>;
