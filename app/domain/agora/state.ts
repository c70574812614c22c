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

/** The refusal in a shop without Agora. */
export const NOT_CONFIGURED =
  "Agora isn't set up for this shop. The account owner enters its address and key on Settings.";

/** The refusal for a person who isn't approved. @param status the registration's status as screens name it */
export const notApproved = (name: string, status: string | null): string =>
  `${name} is ${status ?? "without a registration"}. Only people who are Approved are synced to Agora.`;

/** Why an attempt ended that its job never reached. */
export const NOT_REACHED = "The job ended before this person's turn. Sync them again.";

/** Why an attempt ended without a request to Agora. */
export const NOT_TRIED =
  "Agora didn't answer about other people of this job, so this one wasn't tried. Retry when Agora works again.";

/** Why an attempt ended by a fault of ours. */
export const OUR_FAULT = "Something went wrong on our side. Sync again; that does no harm.";

/** Why nothing was sent about a person. */
export const ERASED = "This person's data was erased.";
