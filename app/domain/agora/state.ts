import { z } from "zod";

/** A person's sync state. Instants are ISO 8601. */
export const syncStateShape = z.object({
  /** Shopify's id of the customer. */
  id: z.string(),
  state: z.enum(["never", "waiting", "synced", "failed"]),
  /** When the latest attempt ended, or was asked for while it waits; null without one. */
  at: z.string().nullable(),
  /** Why the latest attempt failed; empty otherwise. */
  error: z.string(),
  /** The job that carries out the attempt that is waited for. */
  jobId: z.string().nullable(),
  /** When Agora last took the person over. */
  syncedAt: z.string().nullable(),
  /** The person's data has changed since it was sent. */
  changed: z.boolean(),
});
export type SyncState = z.infer<typeof syncStateShape>;
